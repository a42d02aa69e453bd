import type { PlanKind } from '@callpoint/contract/plan-kinds';
import { numberFormat } from './formats.ts';
import { inLanguage, textsFor } from './language.ts';

const number = numberFormat();
const subscriptions = (count: number) => (count === 1 ? '1 subscription' : `${number(count)} subscriptions`);

/** Revenue and unpaid accounts on the overview of administrators. */
export const revenueTexts = inLanguage({
  en: {
    title: 'Revenue',
    readFailed: 'The revenue could not be loaded.',
    description: 'As last reported by the payment provider.',
    number,
    monthly: 'Monthly recurring revenue',
    nothing: 'None',
    subscriptions,
    failed: 'Failed payments',
    trials: 'Trials ending in 14 days',
    unknownPrice: 'Unknown',
    subscriber: 'Subscriber',
    price: 'Price per term',
    since: 'Overdue since',
    pausedFrom: 'Changes are paused from',
    endsAt: 'Trial ends',
    longest: (shown: number, total: number) =>
      `${shown} of ${number(total)} subscribers, the longest overdue first.`,
    next: (shown: number, total: number) => `The next ${shown} of ${number(total)} trials.`,
    plans: 'Subscribers by plan',
    plan: 'Plan',
    state: 'Subscription status',
    subscribers: 'Subscribers',
    noState: '–',
    unlisted: 'Paid, plan not in the list',
    kinds: textsFor<PlanKind>({
      free: 'Free',
      paid: 'Paid',
      upgrade_by_admin: 'Upgraded by an administrator',
    }),
    /** The payment provider's statuses. */
    states: textsFor<string>({
      active: 'Active',
      trialing: 'Trial',
      past_due: 'Past due',
      unpaid: 'Unpaid',
      incomplete: 'First payment not complete',
      incomplete_expired: 'First payment never completed',
      canceled: 'Canceled',
      paused: 'Paused',
    }),

    unpaid: 'Unpaid accounts',
    unpaidFailed: 'The unpaid accounts could not be loaded.',
    unpaidDescription:
      'Their grace period ended more than 30 days ago. Alerts continue until you stop an account.',
    oldest: (shown: number, total: number) => `The ${shown} oldest of ${number(total)}.`,
    overdueSince: (day: string) => `Overdue since ${day}`,
    startNotice: 'Send notice',
    startNoticeOf: (account: string) => `Send notice to ${account}`,
    startAsk: (account: string) => `Send seven days’ notice to ${account}?`,
    startDetail:
      'The owner and all safety contacts get an email: the account may be stopped if it is still unpaid after seven days. Alerts continue until you stop it.',
    started: 'The notice is being sent.',
    noticeWaiting: (sent: number, total: number) => `Notice: ${sent} of ${total} emails sent`,
    noticeSent: (sent: number, day: string) =>
      `Notice sent to ${sent === 1 ? '1 recipient' : `${sent} recipients`}. You can stop the account after ${day}.`,
    noticeOver: (day: string) => `The notice ended on ${day}.`,
    noticeFailed: (failed: number) =>
      failed === 1 ? '1 email could not be sent.' : `${failed} emails could not be sent.`,
    withdraw: 'Withdraw',
    withdrawOf: (account: string) => `Withdraw the notice to ${account}`,
    withdrawAsk: (account: string) => `Withdraw the notice to ${account}?`,
    withdrawDetail: 'Everyone who was notified gets an email that the account will not be stopped.',
    withdrawn: 'The notice was withdrawn.',
    stop: 'Stop account',
    stopOf: (account: string) => `Stop the account of ${account}`,
    stopAsk: (account: string) => `Stop the account of ${account}?`,
    stopDetail:
      'Presses are no longer accepted, and no one is notified. The subscriber and its app users are logged out. The subscription ends at the payment provider. You can unblock the account later.',
    stopped: 'The account is stopped.',
  },
});
