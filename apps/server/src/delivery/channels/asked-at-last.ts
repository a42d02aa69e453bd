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
    if (handover) message.processFunc((text) => new AskedText(text, handover));
    done();
  };
}

/** A mail's text. Read from only once the server waits for it: a transform would have run by then. */
class AskedText extends Readable {
  readonly #text: Readable;
  readonly #handover: Handover;

  constructor(text: Readable, handover: Handover) {
    super();
    this.#text = text;
    this.#handover = handover;
  }

  override _read(): void {
    if (this.#handover.begun) {
      this.#text.resume();
      return;
    }
    if (!this.#ask()) return;
    this.#handover.begun = true;
    this.#text.on('data', (part: Buffer) => {
      if (!this.push(part)) this.#text.pause();
    });
    this.#text.on('end', () => {
      if (this.#ask()) this.push(null);
    });
    this.#text.on('error', (error) => this.destroy(error));
  }

  #ask(): boolean {
    if (this.#handover.isOurs()) return true;
    this.destroy(new Error('the message is no longer ours'));
    return false;
  }
}
