import { planLabel } from '@callpoint/contract/plans';
import type { NewRow, Row } from '../src/db/rows.ts';
import type { Db } from '../src/db/tables.ts';
import { buildHistory, buildSubscription } from '../src/factories/subscriptions.ts';
import { daysBefore } from './days.ts';

/** The plans of the demo, the platform's configuration, and the subscription of each company with its history. */

const plan = (
  users: string,
  max_users: number,
  plan_term: 'Monthly' | 'Yearly',
  plan_cost_cents: number,
) => ({
  plan_name: `${users} end users`,
  plan_cost_cents,
  plan_term,
  plan_stripe_id: `price_demo_${max_users}_${plan_term.toLowerCase()}`,
  max_users,
});

const SMALL = plan('1-10', 10, 'Monthly', 2995);
const MIDDLE = plan('11-50', 50, 'Monthly', 7995);

export const PLANS = [
  SMALL,
  MIDDLE,
  plan('51-200', 200, 'Monthly', 19_995),
  plan('1-10', 10, 'Yearly', 29_900),
  plan('11-50', 50, 'Yearly', 79_900),
  plan('51-200', 200, 'Yearly', 199_900),
];

const label = (of: typeof SMALL) => planLabel({ ...of, plan_cost: of.plan_cost_cents / 100 });

export const CONFIGURATION = {
  user_submission_emails: 'duty@safety-consultancy.example, records@safety-consultancy.example',
  user_submission_phones: '+12025550181',
  payment_secret_key: '',
  payment_publishable_key: '',
  contact_person: JSON.stringify([
    { name: 'Duty consultant', phone: '+1 202 555 0181', email: 'duty@safety-consultancy.example' },
    { name: 'Ruth Abernathy', phone: '+1 202 555 0182', email: 'ruth.abernathy@safety-consultancy.example' },
    { name: '', phone: '', email: '' },
  ]),
};

type Line = Omit<NewRow<'subscription_history'>, 'id' | 'team_id'>;
type SubscriptionState = {
  team: Partial<NewRow<'team'>>;
  subscription?: Omit<Parameters<typeof buildSubscription>[1], 'id' | 'team_id'>;
  history: Line[];
};
type Context = { admin: Row<'admin'>; plans: readonly Row<'plan'>[]; now: Date };

/** Gives a new subscriber, which is on the free plan, its present subscription and its history. */
export async function applySubscription(db: Db, team: Row<'team'>, context: Context): Promise<void> {
  const { team: values, subscription, history } = subscriptionStateOf(team, context);
  const [last] = history.toReversed();
  if (!last) return;
  await db
    .updateTable('team')
    .set({ ...values, updated_at: last.changed_on })
    .where('id', '=', team.id)
    .execute();
  if (subscription) {
    await buildSubscription(db, { ...subscription, id: `sub_demo_${team.id}`, team_id: team.id });
  }
  await buildHistory(db, team.id, history);
}

function subscriptionStateOf(team: Row<'team'>, { admin, plans, now }: Context): SubscriptionState {
  const ago = (days: number) => daysBefore(now, days).toISOString();
  const dayOf = (days: number) => ago(days).slice(0, 10);
  const idOf = ({ plan_stripe_id }: typeof SMALL) =>
    plans.find((row) => row.plan_stripe_id === plan_stripe_id)?.id ?? null;
  const line = (days: number, descr: string, actor: 'team' | 'admin' | 'system'): Line => {
    const actor_id = actor === 'system' ? null : actor === 'admin' ? admin.id : team.id;
    return { changed_on: ago(days), descr, actor_role: actor, actor_id };
  };
  const paysMiddle = {
    status: 'active',
    price_id: MIDDLE.plan_stripe_id,
    amount: MIDDLE.plan_cost_cents,
    currency: 'usd',
    term_unit: 'month',
    term_count: 1,
  };
  const onMiddle = { plan: 'paid', is_paid: 1, plan_id: idOf(MIDDLE), max_users: MIDDLE.max_users };

  switch (team.email) {
    case 'safety@ridgeline.example':
      return {
        team: onMiddle,
        subscription: {
          ...paysMiddle,
          created: ago(428),
          current_period_start: ago(11),
          current_period_end: ago(-19),
          cancel_at_period_end: 0,
          trial_end: null,
        },
        history: [
          line(428, `Subscribed to ${label(SMALL)}.`, 'team'),
          line(301, `Changed from ${label(SMALL)} to ${label(MIDDLE)}.`, 'team'),
        ],
      };
    case 'safety.office@st-brigid.example':
      return {
        team: onMiddle,
        subscription: {
          ...paysMiddle,
          created: ago(288),
          current_period_start: ago(18),
          current_period_end: ago(-12),
          cancel_at_period_end: 1,
          trial_end: ago(274),
        },
        history: [
          line(288, `Subscribed to ${label(MIDDLE)}, with a trial of 14 days.`, 'team'),
          line(274, 'The trial ended and the first payment was made.', 'system'),
          line(6, 'Canceled at the end of the period.', 'team'),
        ],
      };
    case 'hse@gulfcrest.example':
      return {
        team: { status: 0 },
        history: [
          line(255, `Subscribed to ${label(SMALL)}.`, 'team'),
          line(52, 'A payment failed. The payment provider tries again.', 'system'),
          line(45, 'The subscription ended after failed payments. Back on the free plan.', 'system'),
          line(38, 'Blocked by an administrator.', 'admin'),
        ],
      };
    case 'ehs@bluewater-logistics.example':
      return {
        team: {
          plan: 'upgrade_by_admin',
          plan_id: idOf(MIDDLE),
          max_users: MIDDLE.max_users,
          plan_expires_at: `${dayOf(-58)}T23:59:59.999Z`,
        },
        history: [
          line(150, `Upgraded by an administrator to ${label(MIDDLE)}, until ${dayOf(60)}.`, 'admin'),
          line(62, `Upgraded by an administrator to ${label(MIDDLE)}, until ${dayOf(-58)}.`, 'admin'),
        ],
      };
    default:
      return { team: {}, history: [] };
  }
}
