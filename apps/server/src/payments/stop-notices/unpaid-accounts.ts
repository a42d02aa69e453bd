import { sql } from 'kysely';
import type { StopNotice, UnpaidAccounts } from '@callpoint/contract/unpaid-accounts';
import { DAYS_UNTIL_LISTED } from '@callpoint/contract/overdue-days';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import { DAY } from '../../scheduling/durations.ts';
import { overdueSubscribers, readGraceDays } from '../overdue/overdue.ts';
import { canStop, findNotices, type NoticeState } from './stop-notices.ts';

/** Accounts that are listed; the others are counted. */
const MOST_LISTED = 50;

/** The accounts about which administrators decide: not blocked, and unpaid 30 days after the grace period. */
export async function readUnpaidAccounts(db: PaymentsDb, now = new Date()): Promise<UnpaidAccounts> {
  const days = (await readGraceDays(db)) + DAYS_UNTIL_LISTED;
  const before = new Date(now.getTime() - days * DAY).toISOString();
  const unpaid = () =>
    overdueSubscribers(db)
      .where('team.status', '=', sql.lit(1))
      .where('subscription.unpaid_since', '<=', before);
  const { total } = await unpaid()
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await unpaid()
    .select([
      'team.id',
      'team.account_name',
      'team.first_name',
      'team.last_name',
      'team.email',
      'team.phone',
      'subscription.amount',
      'subscription.currency',
    ])
    .orderBy('subscription.unpaid_since')
    .orderBy('team.id')
    .limit(MOST_LISTED)
    .execute();
  const notices = await findNotices(
    db,
    rows.map(({ id }) => id),
  );
  const accounts = rows.map(({ id, unpaid_since: since, account_name, amount, currency, ...team }) => {
    const state = notices.get(id);
    const { first_name, last_name, email, phone } = team;
    return {
      team_id: id,
      account_name,
      since,
      amount,
      currency,
      owner: { name: `${first_name} ${last_name}`, email, phone },
      notice: state?.notice.unpaid_since === since ? noticeOf(state, now) : null,
    };
  });
  return { accounts, total };
}

function noticeOf(state: NoticeState, now: Date): StopNotice {
  const { notice, sent, waiting, failed, stopAfter: stop_after } = state;
  return { started_at: notice.started_at, stop_after, sent, waiting, failed, can_stop: canStop(state, now) };
}
