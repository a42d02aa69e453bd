import { reachability } from '@callpoint/alerts/reachability';
import type { Maps } from '@callpoint/alerts/values';
import { BUTTON_IDS, FORM_IDS, type Item } from '@callpoint/contract/catalogue';
import { failure } from '@callpoint/contract/errors';
import { reachabilityAnswer, reachabilityQuery } from '@callpoint/contract/reachability';
import type { Db } from '../../db/tables.ts';
import type { ConfiguredChannels } from '../../delivery/outbox.ts';
import { badInput, notFound } from '../../http/call-error.ts';
import { callerOf, tenantOf } from '../../http/guard.ts';
import type { App } from '../../http/schemas.ts';
import { readReached } from './reachability.repository.ts';

export type ReachabilityNeeds = {
  db: Db;
  maps: Maps;
  channels: ConfiguredChannels;
  /** The sender of our SMS; null where they are not configured. */
  smsFrom: string | null;
};

const ITEMS: readonly Item[] = [
  ...BUTTON_IDS.map((id): Item => ({ kind: 'button', id })),
  ...FORM_IDS.map((id): Item => ({ kind: 'form', id })),
];

/** Who would be told, for each button and form of a subscriber: judged by the plan, when it is asked. */
export function reachabilityRoutes(app: App, { db, maps, channels, smsFrom }: ReachabilityNeeds): void {
  app.get(
    '/reachability',
    {
      config: { access: 'reachability.read' },
      schema: { querystring: reachabilityQuery, response: { 200: reachabilityAnswer, '4xx': failure } },
    },
    async (request) => {
      const caller = callerOf(request);
      const teamId = request.query.team_id ?? (caller.role === 'team' ? caller.teamId : null);
      if (teamId === null) throw badInput([{ msg: 'Team id is required.', field: 'team_id' }]);
      if (!(await tenantOf(request).find('team', teamId))) throw notFound();
      const reached = await readReached(db, smsFrom, teamId);
      const items = ITEMS.map((item) => ({
        ...item,
        ...reachability({ ...reached, item, maps, configured: channels }),
      }));
      return { ok: true as const, data: { items } };
    },
  );
}
