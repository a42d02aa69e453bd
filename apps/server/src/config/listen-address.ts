import { isIP } from 'node:net';
import { z } from 'zod';

/** Where a server listens: an IP address and a port from 0 to 65535. */
export type ListenAddress = { host: string; port: number };

/** Parses `127.0.0.1:9464` and `[::1]:9464`; null for anything else. */
function parseListenAddress(value: string): ListenAddress | null {
  const [, v6, v4, digits = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(value) ?? [];
  const host = v6 ?? v4 ?? '';
  const port = Number(digits);
  const isAddress = isIP(host) === (v6 === undefined ? 4 : 6);
  return isAddress && port <= 65_535 ? { host, port } : null;
}

export const listenAddress = z.string().transform((value, context) => {
  const address = parseListenAddress(value);
  if (address) return address;
  context.addIssue({
    code: 'custom',
    message: 'must be an address and a port, like 127.0.0.1:9464 or [::1]:9464',
  });
  return z.NEVER;
});
