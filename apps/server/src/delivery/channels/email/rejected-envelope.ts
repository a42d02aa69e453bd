// oxlint-disable no-underscore-dangle -- names of nodemailer's own
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/**
 * Changes what nodemailer does where a mail server rejects the only recipient of a mail and still answers DATA with
 * 354, as RFC 2920 allows with pipelining. nodemailer ends the empty message and waits for the server's reply, which
 * may never come: the attempt would hang until its timeout. Here the rejection is the result immediately, and the
 * connection is closed, since nobody knows what state the server is in.
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
