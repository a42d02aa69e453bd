// oxlint-disable no-underscore-dangle -- names of nodemailer's own
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/**
 * Changes how nodemailer handles a mail server that rejects the only recipient of an email and still replies to DATA
 * with 354, as RFC 2920 allows with pipelining. nodemailer sends the end of an empty message and waits for a reply that
 * may never arrive, so the attempt would hang until its timeout. With this change the rejection is the result
 * immediately, and the connection is closed, because the server's state is unknown.
 */

type Callback = (error: Error | null, result?: unknown) => void;
/** The parts of nodemailer's connection that this changes; the exact version is pinned, and a test covers them. */
type Connection = {
  _envelope: { pipelined?: boolean };
  _envelopeError(reply: string): Error | null;
  _actionDATA(reply: string, callback: Callback): void;
  close(): void;
};

const connection = SMTPConnection.prototype as unknown as Connection;
const handleData = connection._actionDATA;

connection._actionDATA = function closeWhenRejected(this: Connection, reply, callback) {
  const wantsText = this._envelope.pipelined === true && reply.startsWith('3');
  const rejection = wantsText ? this._envelopeError(reply) : null;
  if (!rejection) {
    handleData.call(this, reply, callback);
    return;
  }
  this.close();
  callback(rejection);
};
