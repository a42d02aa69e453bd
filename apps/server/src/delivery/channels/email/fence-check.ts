import { Readable } from 'node:stream';
import type { PluginFunction } from 'nodemailer';

/** The progress of the SMTP conversation about one email. */
export type TransferProgress = {
  /** The server has accepted the connection and can read the recipient. */
  connected: boolean;
  /** The server has requested the text. */
  textRequested: boolean;
};
/** An email in flight; `isOwned`: whether this worker still owns it. */
export type EmailTransfer = TransferProgress & { isOwned: () => boolean };

/**
 * For nodemailer's `stream` step: checks that this worker still owns an email when the server requests its text, and
 * again before the end of the text. Otherwise it closes the connection, and the server has accepted nothing. A
 * suspended process may resume in the middle of an email that another process has sent meanwhile; the server's reply is
 * the first event that it receives.
 * @param transfers by the email's signal; sets `textRequested` when the text starts: before that nothing can have
 * arrived
 */
export function fenceCheck(transfers: WeakMap<AbortSignal, EmailTransfer>): PluginFunction {
  return ({ data, message }, done) => {
    const transfer = data.signal && transfers.get(data.signal);
    if (transfer)
      message.processFunc((text) => {
        // nodemailer creates the stream when a connection is ready.
        transfer.connected = true;
        return new FencedText(text, transfer);
      });
    done();
  };
}

/** Bytes of a text in one system call. */
const CHUNK_BYTES = 64 * 1024;

/** An email's text, which is read only when the server requests it. A transform stream would run earlier. */
class FencedText extends Readable {
  readonly #text: Readable;
  readonly #transfer: EmailTransfer;
  #gathered: Buffer[] = [];
  #size = 0;
  #reading = false;

  constructor(text: Readable, transfer: EmailTransfer) {
    super();
    this.#text = text;
    this.#transfer = transfer;
  }

  override _read(): void {
    if (this.#reading) {
      this.#text.resume();
      return;
    }
    if (!this.#isOwned()) return;
    this.#reading = true;
    this.#transfer.textRequested = true;
    this.#text.on('data', (part: Buffer) => {
      this.#gathered.push(part);
      this.#size += part.length;
      if (this.#size >= CHUNK_BYTES && !this.#pushText()) this.#text.pause();
    });
    this.#text.on('end', () => {
      if (!this.#isOwned()) return;
      this.#pushText();
      this.push(null);
    });
    this.#text.on('error', (error) => this.destroy(error));
  }

  /** False where the reader's buffer is full. */
  #pushText(): boolean {
    const text = Buffer.concat(this.#gathered, this.#size);
    this.#gathered = [];
    this.#size = 0;
    return text.length === 0 || this.push(text);
  }

  #isOwned(): boolean {
    if (this.#transfer.isOwned()) return true;
    this.destroy(new Error('the message is no longer ours'));
    return false;
  }
}
