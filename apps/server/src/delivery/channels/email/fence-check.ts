import { Readable } from 'node:stream';

/** The progress of the SMTP conversation about one email. */
export type TransferProgress = {
  /** The server has accepted the connection and can read the recipient. */
  connected: boolean;
  /** The server has requested the text. */
  textRequested: boolean;
};
/** An email in flight; `isOwned`: whether this process still owns it. */
export type EmailTransfer = TransferProgress & { isOwned: () => boolean };

/**
 * An email's text, which is read when the server requests it. Checks then that this process still owns the email, and again
 * before the end of the text. Otherwise it fails, which closes the connection, and the server has accepted nothing. A
 * suspended process may resume in the middle of an email that another process has sent meanwhile; the server's reply is
 * the first event that it receives.
 */
export class FencedText extends Readable {
  readonly #text: Buffer;
  readonly #transfer: EmailTransfer;
  #isPushed = false;

  /** @param transfer `textRequested` is set when the text starts: before that nothing can have arrived */
  constructor(text: Buffer, transfer: EmailTransfer) {
    super();
    this.#text = text;
    this.#transfer = transfer;
  }

  override _read(): void {
    if (!this.#transfer.isOwned()) {
      this.destroy(new Error('the message is no longer ours'));
      return;
    }
    this.#transfer.textRequested = true;
    const rest = this.#isPushed ? null : this.#text;
    this.#isPushed = true;
    this.push(rest);
  }
}
