import { numberFormat } from './formats.ts';
import { inLanguage } from './language.ts';

const number = numberFormat();

/** What an administrator looks at every morning. */
export const overviewTexts = inLanguage({
  en: {
    title: 'Overview',
    means: 'What came in and what went out, of all subscribers together.',
    readFailed: 'The overview could not be read.',
    refresh: 'Refresh',
    number,

    messages: 'Messages of the last 24 hours',
    sent: 'Sent',
    failed: 'Failed',
    held: 'Held',
    heldMeans: 'Their channel is not set up: they go only when somebody sends them.',

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

    faults: 'Provider errors of the last 24 hours',
    noFaults: 'No attempt to send a message failed.',
    channels: { email: 'E-mail', sms: 'SMS' },
    channel: 'Channel',
    fault: 'What happened',
    times: 'Times',
    last: 'Last',

    days: 'Submissions of the last 30 days',
    chart: 'The same numbers as in the table, day by day.',
    chartFailed: 'The chart could not be loaded. The numbers stand in the table.',
    day: 'Day',
    total: 'Submissions',
    byKind: 'Of which',
    none: 'None',
    part: (item: string, total: number) => `${item} ${number(total)}`,
  },
});
