/** `key`: the caller's own key has too much. `all`: all keys together have. `timeout`: it waited too long. */
export type OverloadReason = 'key' | 'all' | 'timeout';

/** Work was rejected because too much is in progress or waiting. Nothing of it was done. */
export class Overloaded extends Error {
  readonly reason: OverloadReason;

  constructor(reason: OverloadReason) {
    super(`too much work (${reason})`);
    this.reason = reason;
  }
}
