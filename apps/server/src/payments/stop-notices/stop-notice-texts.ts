import { moneyText } from '@callpoint/contract/money';
import type { Row } from '../../db/rows.ts';
import type { Overdue } from '../overdue/overdue.ts';
import { overdueDay } from '../overdue/overdue-day.ts';

export type NoticeText = { subject: string; text: string };

type Team = Pick<Row<'team'>, 'account_name' | 'first_name' | 'last_name' | 'email' | 'phone' | 'time_zone'>;

/** What a stop notice says: what will happen, when, and how to prevent it. @param stopAfter ISO 8601 */
export function noticeText(
  {
    overdue,
    team,
    isOwner,
    publicUrl,
  }: { overdue: Overdue; team: Team; isOwner: boolean; publicUrl: string },
  stopAfter: string,
): NoticeText {
  const since = overdueDay(overdue.since, team.time_zone);
  const stop = overdueDay(stopAfter, team.time_zone);
  const { amount, currency } = overdue;
  const price = isOwner && amount !== null && currency !== null ? ` (${moneyText(amount, currency)})` : '';
  return {
    subject: `Callpoint alerts of ${team.account_name} may stop after ${stop}`,
    text: [
      `The Callpoint payment of ${team.account_name} has been overdue since ${since}${price}.`,
      `If it is still not paid after ${stop}, we may stop the account. From then on, no one is notified when someone presses a button in the Callpoint app.`,
      isOwner
        ? `To prevent this, log in and replace the card on your profile: ${publicUrl}/app/my-profile`
        : `To prevent this, ask the owner of the account to pay: ${team.first_name} ${team.last_name}, ${team.email}, ${team.phone}. You receive this email because you are a safety contact of ${team.account_name}.`,
      `Until then all alerts continue. If the payment is made in time, nothing changes, and you can ignore this email.`,
    ].join('\n\n'),
  };
}

/** What everyone who was notified receives after a stop notice was withdrawn. */
export function withdrawalText({ account_name }: Pick<Team, 'account_name'>): NoticeText {
  return {
    subject: `Callpoint alerts of ${account_name} continue`,
    text: [
      `We informed you that the Callpoint account of ${account_name} may be stopped because its payment is overdue. We have withdrawn this notice: the account will not be stopped, and all alerts continue.`,
      'You do not need to do anything.',
    ].join('\n\n'),
  };
}
