import { openHooks } from '../delivery/channels/channels.ts';
import type { Environment } from '../delivery/channels/environment.ts';
import type { IncidentAnswers } from '../delivery/channels/provider-hook.ts';
import { changePublisher } from '../events/publish-changes.ts';
import { providerHookRoutes } from '../features/provider-hooks/provider-hooks.routes.ts';
import { stripeHookRoutes } from '../features/subscriptions/stripe-hook.routes.ts';
import type { App } from '../http/api/schemas.ts';
import { messageFollower } from '../incidents/escalation/follow-messages.ts';
import { mount } from './mount.ts';
import type { Services } from './services.ts';

/** Mounts the webhooks of the configured channels' providers and of the payment provider. */
export async function mountHooks(
  app: App,
  services: Services,
  { channels, payments }: Environment,
  answers: IncidentAnswers,
): Promise<void> {
  const { platform, publicUrl, live, wakeEscalator } = services;
  const onChange = messageFollower({ publish: changePublisher(live), wakeEscalator });
  for (const own of openHooks(channels)) {
    await mount(app, '/hooks', (base) =>
      providerHookRoutes(base, { ...own, platform, publicUrl, onChange, answers }),
    );
  }
  await mount(app, '/hooks', (base) =>
    stripeHookRoutes(base, { service: services.payments, webhookSecret: payments.webhookSecret }),
  );
}
