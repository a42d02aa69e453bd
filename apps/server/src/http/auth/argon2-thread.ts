import { argon2Sync } from 'node:crypto';

/** What a thread of its own does: see passwords.ts. */

export type Argon2Input = {
  message: Uint8Array;
  nonce: Uint8Array;
  /** In KiB. */
  memory: number;
  passes: number;
  parallelism: number;
  /** In bytes. */
  tagLength: number;
};

/** @public The pool of threads finds it by its file. */
export default function derive(input: Argon2Input): Uint8Array {
  return argon2Sync('argon2id', input);
}
