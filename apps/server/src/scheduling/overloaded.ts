/**
 * `key`: too much work of the caller's key. `all`: too much work of all keys. `timeout`: the caller waited too long.
 */
export type OverloadReason = 'key' | 'all' | 'timeout';

/** Work was rejected because too much is in progress or waiting. No part of it was done. */
export class Overloaded extends Error {
  readonly reason: OverloadReason;

  constructor(reason: OverloadReason) {
    super(`too much work (${reason})`);
    this.reason = reason;
  }
}
