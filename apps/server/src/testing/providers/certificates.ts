import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** Certificates for tests, created at run time: a certificate authority, and servers whose certificates it signs. */

export type TestAuthority = {
  /** PEM. */
  certificate: string;
  /** A server's key and certificate, as PEM, for a host name. */
  issue(hostName: string): { key: string; cert: string };
};

const YEAR = 31_536_000_000;
const COMMON_NAME = '0603550403';
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302';
const BASIC_CONSTRAINTS = '0603551d13';
const SUBJECT_ALT_NAME = '0603551d11';
const TRUE = '0101ff';

/** A new certificate authority. */
export function testAuthority(name = 'Test authority'): TestAuthority {
  const keys = newKeys();
  const issuer = { name, key: keys.privateKey };
  return {
    certificate: certificate({ name, key: keys.publicKey, issuer, extension: isAuthority() }),
    issue(hostName) {
      const { publicKey, privateKey } = newKeys();
      return {
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        cert: certificate({ name: hostName, key: publicKey, issuer, extension: isFor(hostName) }),
      };
    },
  };
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

type Subject = {
  name: string;
  key: KeyObject;
  issuer: { name: string; key: KeyObject };
  extension: Buffer;
};

/** An X.509 certificate, version 3 (RFC 5280). */
function certificate({ name, key, issuer, extension }: Subject): string {
  const algorithm = der(0x30, hex(ECDSA_WITH_SHA256));
  const now = Date.now();
  const body = der(
    0x30,
    der(0xa0, hex('020102')),
    der(0x02, hex('01')),
    algorithm,
    distinguishedName(issuer.name),
    der(0x30, time(now - YEAR), time(now + YEAR)),
    distinguishedName(name),
    createPublicKey(key.export({ type: 'spki', format: 'pem' })).export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension)),
  );
  const signature = sign('sha256', body, issuer.key);
  const bytes = der(0x30, body, algorithm, der(0x03, hex('00'), signature));
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function isAuthority(): Buffer {
  return der(0x30, hex(BASIC_CONSTRAINTS), hex(TRUE), der(0x04, der(0x30, hex(TRUE))));
}

function isFor(hostName: string): Buffer {
  const names = der(0x30, der(0x82, Buffer.from(hostName)));
  return der(0x30, hex(SUBJECT_ALT_NAME), der(0x04, names));
}

function distinguishedName(name: string): Buffer {
  return der(0x30, der(0x31, der(0x30, hex(COMMON_NAME), der(0x0c, Buffer.from(name)))));
}

/** `261122091407Z`. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

function hex(digits: string): Buffer {
  return Buffer.from(digits, 'hex');
}

/** A value in DER: its tag, its length, and its parts. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}
