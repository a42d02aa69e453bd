import type { FastifyRequest } from 'fastify';

/** The token of a call; null if it has none. */
export function tokenOf(request: FastifyRequest): string | null {
  const { token } = request.query as { token?: unknown };
  if (typeof token === 'string' && token !== '') return token;
  const match = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}
