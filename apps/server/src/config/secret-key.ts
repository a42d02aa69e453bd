import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

const BYTES = 32;
const FILE = 'secret-key';

/** Secrets cannot be read or stored. `message` explains why and what to do. */
export class SecretsUnavailable extends Error {}

/** A key of 32 bytes, as 64 hexadecimal digits or base64; null if it is neither. */
export function parseSecretKey(text: string): Buffer | null {
  const value = text.trim();
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return null;
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === BYTES ? bytes : null;
}

/**
 * The key of the file in the data folder, or null if there is none. Throws SecretsUnavailable if it contains no key.
 */
export function readKeyFile(dataDir: string): Buffer | null {
  const file = join(dataDir, FILE);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  chmodSync(file, 0o600);
  const key = parseSecretKey(text);
  if (!key) throw new SecretsUnavailable(`${file} does not contain a secret key: restore it from a backup`);
  return key;
}

/** Creates the key file, readable by its owner only, unless it exists. Returns its key. */
export function createKeyFile(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, FILE);
  // A hard link never replaces a file, and makes the complete file visible in one step.
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${randomBytes(BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  const key = readKeyFile(dataDir);
  if (!key) throw new StartError(`${file} could not be created`);
  return key;
}
