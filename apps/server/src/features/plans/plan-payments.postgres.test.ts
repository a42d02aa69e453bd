import { expect, test } from 'vitest';
import { lockOffer, openChange } from '../../payments/subscriptions/changes.ts';
import { untilWaitsForLock } from '../../testing/databases/lock-waits.ts';
import { openShop } from '../../testing/payments/shop.ts';

test.each([
  { call: 'delete', more: {} },
  { call: 'update', more: { data: { plan_stripe_id: 'price_new' } } },
])(
  '$call of a plan waits for a purchase that is being stored, and is then rejected',
  async ({ call, more }) => {
    const { server, service, team, adminToken, small } = await openShop();
    const plan = { price_id: small.plan_stripe_id, max_users: small.max_users };
    const actor = { role: 'team', id: team.id, address: '' } as const;
    const removing = await service.payments.transaction(async (tx) => {
      expect(await lockOffer(tx, plan)).toBe(true);
      const response = server.post(`/api/v1/${call}/plan`, {
        token: adminToken,
        body: { id: small.id, ...more },
      });
      await untilWaitsForLock(server.db, 1);
      await openChange(tx, { teamId: team.id, kind: 'purchase', plan, actor });
      return { response };
    });
    const { status, body } = await removing.response;
    expect([status, body.msg]).toEqual([409, expect.stringContaining('Ridgeline')]);
  },
);
