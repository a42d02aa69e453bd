import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a PEM file; null if it cannot be read or contains none. */
export function readCertificates(file: string): string[] | null {
  try {
    const found = readFileSync(file, 'utf8').match(CERTIFICATE) ?? [];
    for (const pem of found) void new X509Certificate(pem);
    return found.length > 0 ? [...found] : null;
  } catch {
    return null;
  }
}
