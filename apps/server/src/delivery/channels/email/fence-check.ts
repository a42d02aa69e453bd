import { Readable } from 'node:stream';
import type { PluginFunction } from 'nodemailer';

/** Of a mail, how far its conversation came. */
export type Progress = {
  /** The server is there to hear for whom it is. */
  named: boolean;
  /** It has asked for the text. */
  begun: boolean;
};
/** And whether it is still ours to send. */
export type Handover = Progress & { isOurs: () => boolean };

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
    if (handover)
      message.processFunc((text) => {
        // Its stream is made when a connection is ready for it.
        handover.named = true;
        return new AskedText(text, handover);
      });
    done();
  };
}

/** So many bytes of a text are handed over at once: each piece is a call of the system. */
const PIECE = 64 * 1024;

/** A mail's text. Read from only once the server waits for it: a transform would have run by then. */
class AskedText extends Readable {
  readonly #text: Readable;
  readonly #handover: Handover;
  #gathered: Buffer[] = [];
  #size = 0;
  #reading = false;

  constructor(text: Readable, handover: Handover) {
    super();
    this.#text = text;
    this.#handover = handover;
  }

  override _read(): void {
    if (this.#reading) {
      this.#text.resume();
      return;
    }
    if (!this.#ask()) return;
    this.#reading = true;
    this.#handover.begun = true;
    this.#text.on('data', (part: Buffer) => {
      this.#gathered.push(part);
      this.#size += part.length;
      if (this.#size >= PIECE && !this.#handOver()) this.#text.pause();
    });
    this.#text.on('end', () => {
      if (!this.#ask()) return;
      this.#handOver();
      this.push(null);
    });
    this.#text.on('error', (error) => this.destroy(error));
  }

  /** False where the reader has enough for now. */
  #handOver(): boolean {
    const text = Buffer.concat(this.#gathered, this.#size);
    this.#gathered = [];
    this.#size = 0;
    return text.length === 0 || this.push(text);
  }

  #ask(): boolean {
    if (this.#handover.isOurs()) return true;
    this.destroy(new Error('the message is no longer ours'));
    return false;
  }
}
