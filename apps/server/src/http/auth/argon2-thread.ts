import { argon2Sync } from 'node:crypto';

/** The code that a hashing thread runs; see passwords.ts. */

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

/** @public The thread pool loads it by its file name. */
export default function derive(input: Argon2Input): Uint8Array {
  return argon2Sync('argon2id', input);
}
