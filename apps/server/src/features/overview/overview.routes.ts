import { CHANNELS } from '@callpoint/contract/channels/channels';
import { failure } from '@callpoint/contract/errors';
import { overviewAnswer, overviewQuery } from '@callpoint/contract/overview';
import type { Db } from '../../db/tables.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import type { App } from '../../http/schemas.ts';
import { readOverview } from './overview.repository.ts';

type OverviewNeeds = { db: Db; channels: ConfiguredChannels };

/** The platform at a glance, for administrators. */
export function overviewRoutes(app: App, { db, channels }: OverviewNeeds): void {
  app.get(
    '/overview',
    {
      config: { access: 'overview.read' },
      schema: { querystring: overviewQuery, response: { 200: overviewAnswer, '4xx': failure } },
    },
    async (request) => {
      const not_configured = CHANNELS.filter((channel) => !channels[channel]);
      const { reach, ...rest } = await readOverview(db, request.query.zone);
      return { ok: true as const, data: { ...rest, reach: { ...reach, not_configured } } };
    },
  );
}
