import { Transform } from 'node:stream';
import type { PluginFunction } from 'nodemailer';

/**
 * For nodemailer's `stream` step: asks, when the whole of a mail but its end has been written, whether it is still
 * ours to send; where it is not, the connection is dropped, and the server has taken nothing. A process that stood
 * still wakes in the middle of a mail that another one has sent meanwhile, and hears of that last.
 * @param ours by the mail's signal: true while it may be sent
 */
export function askedBeforeTheEnd(ours: WeakMap<AbortSignal, () => boolean>): PluginFunction {
  return ({ data, message }, done) => {
    const isOurs = data.signal && ours.get(data.signal);
    if (isOurs) message.transform(() => gate(isOurs));
    done();
  };
}

function gate(isOurs: () => boolean): Transform {
  return new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => done(isOurs() ? null : new Error('the message is no longer ours')),
  });
}
