import { Readable } from 'node:stream';
import type { PluginFunction } from 'nodemailer';

/** Of a mail: whether it is still ours to send, and whether the server has asked for its text. */
export type Handover = { isOurs: () => boolean; begun: boolean };

/**
 * For nodemailer's `stream` step: asks whether a mail is still ours to send when the server waits for its text, and
 * again before its end; where it is not, the connection is dropped and the server has taken nothing. A process that
 * stood still wakes in the middle of a mail that another one has sent meanwhile, and the server's answer is the first
 * that it hears.
 * @param handovers by the mail's signal; told when the text begins: what breaks before cannot have arrived
 */
export function askedAtLast(handovers: WeakMap<AbortSignal, Handover>): PluginFunction {
  return ({ data, message }, done) => {
    const handover = data.signal && handovers.get(data.signal);
    // Read from only once the server waits for the text: a transform would have run by then.
    if (handover) {
      message.processFunc((text) => Readable.from(asking(text, handover), { objectMode: false }));
    }
    done();
  };
}

async function* asking(text: Readable, handover: Handover): AsyncGenerator<Buffer> {
  const ask = () => {
    if (!handover.isOurs()) throw new Error('the message is no longer ours');
  };
  ask();
  handover.begun = true;
  for await (const part of text as AsyncIterable<Buffer>) yield part;
  ask();
}
