import { argon2Sync, randomBytes } from 'node:crypto';

/** The PHC string of a password as a server with other hash parameters would have stored it. */
export function hashWithParameters(
  password: string,
  { memory = 19_456, passes = 2, parallelism = 1, tagLength = 32 } = {},
): string {
  const nonce = randomBytes(16);
  const hash = argon2Sync('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(hash)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
