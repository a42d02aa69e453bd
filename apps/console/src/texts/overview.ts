import type { Channel } from '@callpoint/contract/channels/channels';
import { numberFormat } from './formats.ts';
import { inLanguage, textsFor } from './language.ts';

const number = numberFormat();

/** The overview of the platform, for administrators. */
export const overviewTexts = inLanguage({
  en: {
    title: 'Overview',
    description: 'What came in and what went out, of all subscribers together. Tests are not counted.',
    readFailed: 'The overview could not be read.',
    refresh: 'Refresh',
    number,

    messages: 'Messages of the last 24 hours',
    sent: 'Sent',
    failed: 'Failed',
    held: 'Held',
    heldDescription: 'Their channel was not configured, or a sending limit was reached.',

    waiting: 'Waiting now',
    undelivered: 'Not delivered yet',
    heldNow: 'Held',
    atMost: (most: number) => `more than ${number(most)}`,
    oldest: 'The oldest since',

    subscribers: 'Subscribers',
    all: 'In all',
    newDay: 'New in the last 24 hours',
    newMonth: 'New in the last 30 days',
    blocked: 'Blocked',

    reach: 'If somebody pressed now',
    reachDescription:
      'Judged anew whenever something changes on which it depends, by the plan that a real alert is sent by.',
    reachRed: 'Nobody would be told, for at least one button or form',
    reachAmber: 'Not all would be told',
    reachWell: 'All would be told',
    reachWaiting: (count: number) =>
      count === 1
        ? '1 subscriber has changed something and is being judged anew.'
        : `${number(count)} subscribers are being judged anew.`,
    notConfigured: textsFor<Channel>({
      email: 'E-mail is not set up on this server, so it reaches nobody.',
      sms: 'SMS are not set up on this server, so they reach nobody.',
    }),
    worst: 'Look at these first',
    worstSubscriber: 'Subscriber',
    worstRed: 'Nobody would be told',
    worstAmber: 'Not all would be told',
    nothingOf: 'None',

    limited: 'Subscribers over their limit',
    limitedDescription:
      'A sending limit holds messages of these subscribers. Release them or raise the limit.',
    limitedSubscriber: 'Subscriber',
    limitedHeld: 'Held messages',

    faults: 'Provider errors of the last 24 hours',
    noFaults: 'No attempt to send a message failed.',
    channels: textsFor<Channel>({ email: 'E-mail', sms: 'SMS' }),
    channel: 'Channel',
    fault: 'What happened',
    times: 'Times',
    last: 'Last',

    days: 'Submissions of the last 30 days',
    chart: 'The same numbers as in the table, day by day.',
    chartFailed: 'The chart could not be loaded. The numbers stand in the table.',
    day: 'Day',
    total: 'In all',
    byKind: 'Of which',
    none: 'None',
    part: (item: string, total: number) => `${item} ${number(total)}`,
  },
});
