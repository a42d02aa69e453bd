import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Encrypts single values of the database: AES-256-GCM. A stored value is `enc:v1:<id of the key>:<its last four
 * characters>:<nonce, tag and ciphertext>`, the last two in base64url. The encryption also authenticates the purpose of
 * the value, so that the value cannot be moved to another row.
 */

const PREFIX = 'enc:v1:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SHOWN = 4;

/** The value is encrypted with a key that this server does not have, or was changed. */
export class UndecryptableError extends Error {}

export class SecretValues {
  readonly #current: Buffer | null;
  readonly #keys: ReadonlyMap<string, Buffer>;

  /**
   * @param current the key that encrypts; null: this server cannot store secrets
   * @param previous keys that still decrypt
   */
  constructor(current: Buffer | null, previous: readonly Buffer[] = []) {
    this.#current = current;
    this.#keys = new Map([...(current ? [current] : []), ...previous].map((key) => [idOf(key), key]));
  }

  get canEncrypt(): boolean {
    return this.#current !== null;
  }

  /** An empty value stays empty. `purpose`: for example the configuration key of the value. */
  encrypt(value: string, purpose: string): string {
    if (value === '') return '';
    const key = this.#current;
    if (!key) throw new Error('there is no key to encrypt with');
    const nonce = randomBytes(NONCE_BYTES);
    const head = `${PREFIX}${idOf(key)}:${Buffer.from(value.slice(-SHOWN)).toString('base64url')}:`;
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticated(head, purpose));
    const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
    return head + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** The value in plain text. A value of an earlier version is plain text already. */
  decrypt(stored: string, purpose: string): string {
    const parts = partsOf(stored);
    if (!parts) return stored;
    const key = this.#keys.get(parts.keyId);
    if (!key)
      throw new UndecryptableError(`${purpose} is encrypted with a key that this server does not have`);
    const bytes = Buffer.from(parts.sealed, 'base64url');
    const [nonce, tag] = [
      bytes.subarray(0, NONCE_BYTES),
      bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    ];
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(authenticated(parts.head, purpose))
        .setAuthTag(tag);
      const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    } catch {
      throw new UndecryptableError(`${purpose} was changed in the database, and cannot be decrypted`);
    }
  }

  /** Whether a stored value must be encrypted again: it is plain text, or encrypted with a previous key. */
  isStale(stored: string): boolean {
    if (stored === '') return false;
    return this.#current === null || partsOf(stored)?.keyId !== idOf(this.#current);
  }
}

export function isEncrypted(stored: string): boolean {
  return stored.startsWith(PREFIX);
}

/** The last four characters of a stored value, which may be shown. */
export function lastCharacters(stored: string): string {
  const parts = partsOf(stored);
  return parts ? Buffer.from(parts.last, 'base64url').toString('utf8') : stored.slice(-SHOWN);
}

function partsOf(stored: string): { head: string; keyId: string; last: string; sealed: string } | null {
  const match = /^(enc:v1:([^:]*):([^:]*):)([^:]*)$/.exec(stored);
  if (!match) return null;
  const [, head = '', keyId = '', last = '', sealed = ''] = match;
  return { head, keyId, last, sealed };
}

function authenticated(head: string, purpose: string): Buffer {
  return Buffer.from(`${head}${purpose}`);
}

/** Identifies a key without revealing it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16);
}
