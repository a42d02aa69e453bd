import type { FastifyRequest } from 'fastify';
import { hashToken } from './session-tokens.ts';

const hashes = new WeakMap<FastifyRequest, string>();

/** The hash of the token of a call, under which its session is stored; null if it has none. */
export function tokenHashOf(request: FastifyRequest): string | null {
  const known = hashes.get(request);
  if (known !== undefined) return known;
  const token = tokenOf(request);
  if (token === null) return null;
  const hash = hashToken(token);
  hashes.set(request, hash);
  return hash;
}

/** The token of a call; null if it has none. */
function tokenOf(request: FastifyRequest): string | null {
  const { token } = request.query as { token?: unknown };
  if (typeof token === 'string' && token !== '') return token;
  const match = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}
