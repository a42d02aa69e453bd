import { CHANNELS } from '@callpoint/contract/channels/channels';
import { overviewCalls } from '@callpoint/contract/overview';
import { revenueCalls } from '@callpoint/contract/revenue';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import type { App } from '../../http/api/schemas.ts';
import { readRevenue } from '../../payments/revenue.ts';
import type { PaymentService } from '../../payments/provider/service.ts';
import { countNewItems } from './new-items.ts';
import { readOverview } from './overview.repository.ts';

export type OverviewDependencies = {
  platform: PlatformDb;
  channels: ConfiguredChannels;
  service: PaymentService;
};

/** The platform at a glance, for administrators. */
export function overviewRoutes(app: App, { platform, channels, service }: OverviewDependencies): void {
  app.handle(overviewCalls.get, async (request) => {
    const not_configured = CHANNELS.filter((channel) => !channels[channel]);
    const { reach, ...rest } = await platform.readFromReplica((replica) =>
      readOverview(replica, request.query.zone),
    );
    return { ok: true as const, data: { ...rest, reach: { ...reach, not_configured } } };
  });

  app.handle(overviewCalls.countNew, async (request) => ({
    ok: true as const,
    data: await countNewItems(platform, request.query),
  }));

  app.handle(revenueCalls.get, async () => ({
    ok: true as const,
    data: await readRevenue(service.payments),
  }));
}
