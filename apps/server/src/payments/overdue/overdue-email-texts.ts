import { moneyText } from '@callpoint/contract/money';
import type { Overdue } from './overdue.ts';
import { overdueDay } from './overdue-day.ts';

export type OverdueText = { subject: string; text: string };

type About = { overdue: Overdue; name: string; publicUrl: string };

/** What the emails about an overdue payment say, in the order in which they are sent. */
export const OVERDUE_TEXTS: readonly ((about: About) => OverdueText)[] = [
  (about) => ({
    subject: `The Callpoint payment of ${about.name} failed`,
    text: [`${failed(about)} All alerts continue.`, consequence(about), remedy(about)].join('\n\n'),
  }),
  (about) => ({
    subject: `The Callpoint payment of ${about.name} is still overdue`,
    text: [failed(about), consequence(about), remedy(about)].join('\n\n'),
  }),
  (about) => ({
    subject: `You can no longer change the Callpoint settings of ${about.name}`,
    text: [
      `${failed(about)} All alerts continue, but you can no longer add app users or change settings.`,
      remedy(about),
    ].join('\n\n'),
  }),
];

function failed({ overdue: { since, amount, currency, timeZone }, name }: About): string {
  const price = amount !== null && currency !== null ? ` (${moneyText(amount, currency)})` : '';
  return `The Callpoint payment of ${name}${price} has been overdue since ${overdueDay(since, timeZone)}.`;
}

function consequence({ overdue: { pausedFrom, timeZone } }: About): string {
  return `If it is not paid by ${overdueDay(pausedFrom, timeZone)}, you can no longer add app users or change settings. Alerts continue even then.`;
}

function remedy({ publicUrl }: About): string {
  return `To pay, log in and replace the card on your profile: ${publicUrl}/app/my-profile`;
}
