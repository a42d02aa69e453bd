import { subscriptionChangeCalls as calls } from '@callpoint/contract/subscription-changes';
import { TEXTS } from '@callpoint/contract/texts';
import type { FastifyRequest } from 'fastify';
import type { Row } from '../../db/rows.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import { changePlanCall, quoteChange } from '../../payments/subscriptions/change-plan.ts';
import {
  cancelCall,
  changeSubscription,
  resumeCall,
  stopCall,
  type ChangeRequest,
  type ProviderCall,
} from '../../payments/subscriptions/change-subscription.ts';
import type { PaymentService } from '../../payments/provider/service.ts';
import { findChosenPlan } from './chosen-plan.ts';
import { withPayments } from './payment-errors.ts';
import { stoppedText } from './stopped-text.ts';

const EXPENSIVE = { expensive: 'payment' } as const;
const DONE = { ok: true as const, msg: TEXTS.updated };

/** Changes of a paid subscription, by the subscriber or an administrator. */
export function subscriptionChangeRoutes(app: App, { service }: { service: PaymentService }): void {
  app.handle(
    calls.preview,
    async (request) => {
      const { team_id: teamId, selectedPlan } = request.body;
      const team = await paidTeam(request, teamId);
      const plan = await findChosenPlan(request, teamId, selectedPlan);
      const data = await withPayments(request.log, async () =>
        quoteChange(await service.open(), team.subscription_id, plan.plan_stripe_id),
      );
      return { ok: true as const, data };
    },
    EXPENSIVE,
  );

  app.handle(
    calls.change,
    async (request) => {
      const { team_id: teamId, selectedPlan, subscription_id: subscriptionId, ...quote } = request.body;
      await paidTeam(request, teamId);
      const { plan_stripe_id: price_id, max_users } = await findChosenPlan(request, teamId, selectedPlan);
      const plan = { price_id, max_users };
      const of = { teamId, kind: 'plan', subscriptionId, plan } as const;
      const changed = await change(request, of, changePlanCall(plan, quote));
      const pending = changed?.state === 'authenticate' ? changed : null;
      return {
        ...DONE,
        data: {
          state: changed?.state ?? 'changed',
          client_secret: pending?.clientSecret ?? null,
          page_url: pending?.pageUrl ?? null,
        },
      };
    },
    EXPENSIVE,
  );

  const simple = [
    [calls.cancel, 'cancel', cancelCall],
    [calls.resume, 'resume', resumeCall],
    [calls.stop, 'stop', stopCall],
  ] as const;
  for (const [call, kind, providerCall] of simple) {
    app.handle(
      call,
      async (request) => {
        const { team_id: teamId, subscription_id: subscriptionId } = request.body;
        await paidTeam(request, teamId);
        await change(request, { teamId, kind, subscriptionId }, providerCall);
        if (kind !== 'stop') return DONE;
        return { ...DONE, msg: await stoppedText(getTenantDb(request), teamId) };
      },
      EXPENSIVE,
    );
  }

  function change<Result>(
    request: FastifyRequest,
    of: Omit<ChangeRequest, 'actor'>,
    call: ProviderCall<Result>,
  ): Promise<Result | null> {
    const { actor } = getTenantDb(request);
    return withPayments(request.log, () => changeSubscription(service, { ...of, actor }, call));
  }
}

async function paidTeam(
  request: FastifyRequest,
  teamId: number,
): Promise<Row<'team'> & { subscription_id: string }> {
  const team = await getTenantDb(request).find('team', teamId);
  if (!team) throw notFound('The subscriber does not exist.', 'team_id');
  const { plan, subscription_id } = team;
  if (plan !== 'paid' || subscription_id === null) {
    throw conflict('There is no paid subscription to change.', 'team_id');
  }
  return { ...team, subscription_id };
}
