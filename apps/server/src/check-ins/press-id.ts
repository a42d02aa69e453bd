import { createHash } from 'node:crypto';

/**
 * The client id of the press that a check-in raises: a UUID of version 5 that depends only on its row. However often and
 * by whomever it is raised, there is one press.
 */
export function pressIdOf(checkInId: number): string {
  const bytes = createHash('sha256').update(`callpoint check-in ${checkInId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
