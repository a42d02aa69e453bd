import type { FastifyInstance } from 'fastify';
import { DATA_POLICY } from './content-security.ts';

const YEAR_IN_SECONDS = 31_536_000;

/**
 * Headers of every response, suitable for data, which no cache may store. Pages and static files set their own policy
 * and caching.
 */
const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};

/** The security headers of one server. `isHttps`: browsers must never again reach it without TLS. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  if (!isHttps) return HEADERS;
  return { ...HEADERS, 'strict-transport-security': `max-age=${YEAR_IN_SECONDS}; includeSubDomains` };
}

/** Sets the headers before anything else runs. Must be called before all other hooks are added. */
export function addSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
