import { Readable } from 'node:stream';
import type { PluginFunction } from 'nodemailer';

/**
 * For nodemailer's `stream` step: asks whether a mail is still ours to send when the server waits for its text, and
 * again before its end; where it is not, the connection is dropped and the server has taken nothing. A process that
 * stood still wakes in the middle of a mail that another one has sent meanwhile, and the server's answer is the first
 * that it hears.
 * @param ours by the mail's signal: true while it may be sent
 */
export function askedAtLast(ours: WeakMap<AbortSignal, () => boolean>): PluginFunction {
  return ({ data, message }, done) => {
    const isOurs = data.signal && ours.get(data.signal);
    // Read from only once the server waits for the text: a transform would have run by then.
    if (isOurs) message.processFunc((text) => Readable.from(asking(text, isOurs), { objectMode: false }));
    done();
  };
}

async function* asking(text: Readable, isOurs: () => boolean): AsyncGenerator<Buffer> {
  const ask = () => {
    if (!isOurs()) throw new Error('the message is no longer ours');
  };
  ask();
  for await (const part of text as AsyncIterable<Buffer>) yield part;
  ask();
}
