import { hash } from 'node:crypto';

const MODULUS = 2n ** 256n;

/**
 * Counts the rows of a table and hashes them: the sum of their SHA-256 hashes. It does not depend on their order, because
 * the two databases sort texts differently.
 */
export class RowChecksum {
  rows = 0;
  #sum = 0n;

  add(line: string): void {
    this.rows += 1;
    this.#sum = (this.#sum + BigInt(`0x${hash('sha256', line, 'hex')}`)) % MODULUS;
  }

  get hash(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}
