import type { Stripe } from 'stripe';
import type { Actor } from '../../db/history/audit.ts';
import type { Row } from '../../db/rows.ts';
import { TenantDb } from '../../db/handles/tenant.ts';
import { FREE_PLAN } from '../../db/subscriber-plan.ts';
import { addHistory } from '../../db/history/subscription-history.ts';
import { countAppUsers } from '../../db/totals/user-count.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import { isFulfilled } from './apply-subscription.ts';
import {
  findOpenChange,
  lockOffer,
  openChange,
  repeatChange,
  settleChange,
  type ChangeKind,
  type ChosenPlan,
  type PaymentChange,
} from './changes.ts';
import { subscriptionOf } from './current-subscription.ts';
import { lockTeam } from '../provider/customers.ts';
import { historyTexts } from './history-texts.ts';
import { isInUse, isMissing, isProviderError } from '../provider/provider-errors.ts';
import { CALL_TIMEOUT } from '../provider/provider.ts';
import type { PaymentService } from '../provider/service.ts';
import { settleOpenChange } from './settle-change.ts';
import { adoptSubscription, syncSubscription } from './sync-subscription.ts';
import { userLimitProblem } from './user-limit.ts';

/** Milliseconds after a request in which its call may still be in progress: others do not give the request up. */
const IN_PROGRESS = MINUTE;
/** Retries of the call that changes a subscription. */
const RETRIES = 1;
/** Milliseconds for the wait before a retry, and for processes whose clocks differ. */
const MARGIN = 5000;
/** Milliseconds after a request in which that call may start: it ends before others may give the request up. */
const START_WITHIN = IN_PROGRESS - (1 + RETRIES) * CALL_TIMEOUT - MARGIN;

/** A change is rejected for this reason; the provider has changed and charged nothing. */
export class ChangeRejected extends Error {
  readonly field: string | null;

  constructor(msg: string, field: string | null = null) {
    super(msg);
    this.field = field;
  }
}

export type ChangeRequest = {
  teamId: number;
  actor: Actor;
  kind: Exclude<ChangeKind, 'purchase'>;
  /** The one that the caller has seen: after its end another one may be current, which stays as it is. */
  subscriptionId: string;
  plan?: ChosenPlan;
  /** Rejects the change if the subscriber is not blocked when the request is stored. */
  onlyIfBlocked?: boolean;
};

/** Calls the provider for a stored request. */
export type ProviderCall<Result> = (
  stripe: Stripe,
  subscriptionId: string,
  start: StartChange,
) => Promise<Result>;

/**
 * Returns the options of the call that changes the subscription, which must follow directly; their key makes it
 * idempotent. Throws a ChangeRejected if the request was settled in the meantime, or is too old.
 */
export type StartChange = () => Promise<Stripe.RequestOptions>;

const NO_SUBSCRIPTION = 'There is no paid subscription to change.';
const ANOTHER = 'Another subscription gives the plan by now. Reload the page, and look at it first.';
export const PLAN_DELETED = 'The plan no longer exists. Choose another plan.';
const NOT_BLOCKED = 'The account is not blocked.';
const REPLACED =
  'Another change of this subscription was made in the meantime. Reload the page, and look at it first.';
const TOO_SLOW =
  'The payment provider responded too slowly, so this change was not made, and nothing was charged. Try again.';
const BUSY = 'Another change of this subscription is in progress. Try again in a minute.';

/**
 * Changes a subscription at the provider, and stores what the provider then reports. The request is stored first, so
 * that the history records its person also if this process ends in between. Returns null if the change was made but its
 * response was lost. Throws the error of the call if nothing was changed, if another change replaced it, or if that is
 * unknown.
 */
export async function changeSubscription<Result>(
  service: PaymentService,
  request: ChangeRequest,
  call: ProviderCall<Result>,
): Promise<Result | null> {
  const stripe = await service.open();
  const { subscriptionId } = request;
  const change = await storeRequest(service, request);
  let result: Result | null = null;
  let failure: unknown = null;
  try {
    result = await call(stripe, subscriptionId, () => startChange(service, change));
  } catch (error) {
    const isEnded = request.kind === 'stop' && request.actor.role === 'admin' && isMissing(error);
    if (isEnded) return await endUnknown(service, change, subscriptionId, request.actor);
    // Another call of the request is in progress, or an attempt of this one whose response was lost: its outcome is unknown.
    if (isInUse(error)) throw new ChangeRejected(BUSY);
    failure = error;
  }
  const problem = await problemOf(syncSubscription(service, subscriptionId));
  const isOpen = (await findOpenChange(service.payments, request.teamId))?.id === change.id;
  if (problem !== null) {
    // Our rows have the result; what follows for other subscriptions is repeated by the provider's event.
    if (failure === null && !isOpen && isProviderError(problem)) return result;
    // The request stays open, and is settled once the provider responds.
    throw failure ?? problem;
  }
  if (failure === null) return result;
  if (isOpen) await settleOpenChange(service, change);
  else if (await isMade(service, change, subscriptionId)) return null;
  throw failure;
}

async function startChange(
  { payments }: PaymentService,
  { id, team_id }: PaymentChange,
  now = new Date(),
): Promise<Stripe.RequestOptions> {
  const open = await findOpenChange(payments, team_id);
  if (open?.id !== id) throw new ChangeRejected(REPLACED);
  if (Date.parse(open.created_at) <= now.getTime() - START_WITHIN) throw new ChangeRejected(TOO_SLOW);
  return { idempotencyKey: open.key, maxNetworkRetries: RETRIES };
}

/** Whether the subscription is as a settled request asked, by our rows. */
async function isMade({ payments }: PaymentService, change: PaymentChange, id: string): Promise<boolean> {
  const query = payments.selectFrom('subscription').selectAll().where('id', '=', id);
  const subscription = await query.executeTakeFirst();
  return subscription !== undefined && isFulfilled(change, subscription);
}

/** The error of a call to the provider; null if it succeeds. */
async function problemOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return null;
  } catch (error) {
    return error;
  }
}

/**
 * An administrator stops a subscription that the provider does not know, e.g. after the keys of another account were
 * entered. If it does exist, the reconciliation with the former keys gives its plan back.
 */
async function endUnknown(
  service: PaymentService,
  change: PaymentChange,
  subscriptionId: string,
  actor: Actor,
): Promise<null> {
  await service.payments.transaction(async (tx) => {
    const team = await lockTeam(tx, change.team_id);
    if (subscriptionOf(team) === subscriptionId) {
      const tenant = new TenantDb(tx, { teamId: team.id }, actor);
      await tenant.update('team', team.id, { ...FREE_PLAN, subscription_id: null });
      await addHistory(tenant, team.id, historyTexts.endedUnknown);
    }
    await settleChange(tx, change.id);
  });
  const problem = await problemOf(adoptSubscription(service, change.team_id));
  if (problem !== null && !isProviderError(problem)) throw problem;
  return null;
}

/** Stores the request, or finds the same one that is open: a person pressed twice, or repeats a call. */
async function storeRequest(service: PaymentService, request: ChangeRequest): Promise<PaymentChange> {
  const { teamId, kind, subscriptionId, plan, actor, onlyIfBlocked } = request;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { change, isOwn } = await service.payments.transaction(async (tx) => {
      const team = await lockTeam(tx, teamId);
      const current = subscriptionOf(team);
      if (current === null) throw new ChangeRejected(NO_SUBSCRIPTION);
      if (current !== subscriptionId) throw new ChangeRejected(ANOTHER);
      if (onlyIfBlocked && team.status !== 0) throw new ChangeRejected(NOT_BLOCKED);
      const open = await findOpenChange(tx, teamId);
      const isSame = open?.kind === kind && kind !== 'plan';
      if (open && isSame) return { change: await repeatChange(tx, open), isOwn: true };
      if (open) return { change: open, isOwn: false };
      if (plan && !(await lockOffer(tx, plan))) throw new ChangeRejected(PLAN_DELETED, 'selectedPlan');
      if (plan) await reserveLimit(new TenantDb(tx, { teamId }, actor), team, plan);
      const chosen = plan && { plan, priorMaxUsers: team.max_users };
      return {
        change: await openChange(tx, { teamId, kind, subscriptionId, actor, ...chosen }),
        isOwn: true,
      };
    });
    if (isOwn) return change;
    if (isYoung(change)) throw new ChangeRejected(BUSY);
    await settleOpenChange(service, change);
  }
  throw new ChangeRejected(BUSY);
}

/**
 * Lowers the limit of app users before the provider is called, so that nobody adds users in between that the smaller
 * plan does not allow. If the change fails, the limit is restored.
 */
async function reserveLimit(
  tenant: TenantDb,
  team: Pick<Row<'team'>, 'id' | 'max_users'>,
  { max_users }: ChosenPlan,
): Promise<void> {
  const problem = userLimitProblem(tenant.actor, await countAppUsers(tenant, team.id), max_users);
  if (problem !== null) throw new ChangeRejected(problem, 'selectedPlan');
  if (max_users < team.max_users) await tenant.update('team', team.id, { max_users });
}

function isYoung({ kind, created_at }: PaymentChange, now = new Date()): boolean {
  return kind !== 'purchase' && Date.parse(created_at) > now.getTime() - IN_PROGRESS;
}

/** Cancels at the end of the period. */
export const cancelCall: ProviderCall<unknown> = async (stripe, id, start) =>
  stripe.subscriptions.update(id, { cancel_at_period_end: true }, await start());

/** Undoes a cancellation. */
export const resumeCall: ProviderCall<unknown> = async (stripe, id, start) =>
  stripe.subscriptions.update(id, { cancel_at_period_end: false }, await start());

/** Ends the subscription now. The rest of the period is not refunded. */
export const stopCall: ProviderCall<unknown> = async (stripe, id, start) =>
  stripe.subscriptions.cancel(id, {}, await start());
