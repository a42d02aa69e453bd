import { comparableAddresses, OWNER } from '@callpoint/alerts/escalation/directory';
import type { Responder } from '@callpoint/contract/incidents';
import type { FastifyRequest } from 'fastify';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { getCaller } from '../../http/auth/guard.ts';

/** A person who answers; `person`: the same for all of their addresses. */
export type Answering = { responder: Responder; person: string };

/** The signed-in person, as the incident names them. */
export async function callerAsResponder(tenant: TenantDb, request: FastifyRequest): Promise<Answering> {
  const caller = getCaller(request);
  const via = 'console' as const;
  if (caller.role === 'admin') {
    const admin = await tenant.find('admin', caller.id);
    const [person = ''] = comparableAddresses({ email: admin?.email ?? '', phone: '' });
    return {
      responder: { name: nameOf(admin), via, phone: null, role: 'administrators' },
      person,
    };
  }
  const team = await tenant.find('team', caller.id);
  return {
    responder: { name: nameOf(team), via, phone: team?.phone ?? null, role: 'team' },
    person: OWNER,
  };
}

function nameOf(account: { first_name: string; last_name: string; email: string } | undefined): string {
  const name = `${account?.first_name ?? ''} ${account?.last_name ?? ''}`.trim();
  return name || (account?.email ?? 'Someone');
}
