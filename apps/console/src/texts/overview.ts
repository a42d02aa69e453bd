import type { Channel } from '@callpoint/contract/channels/channels';
import { numberFormat } from './formats.ts';
import { inLanguage, textsFor } from './language.ts';

const number = numberFormat();

const submissions = (count: number) => (count === 1 ? '1 submission' : `${number(count)} submissions`);

/** The overview of the platform, for administrators. */
export const overviewTexts = inLanguage({
  en: {
    title: 'Overview',
    description:
      'Submissions and messages of all subscribers. Tests are not counted. You or the subscriber can release held messages.',
    readFailed: 'The overview could not be loaded.',
    refresh: 'Refresh',
    number,

    reachRed: 'No one would be notified',
    failed: 'Failed, 24 hours',
    heldNow: 'Held now',
    undelivered: 'Not delivered yet',
    openIncidents: 'Open incidents',
    unacknowledged: (count: number) => `Not acknowledged: ${number(count)}`,
    noneOpen: 'None open',
    subscribers: 'Subscribers',
    notEveryone: (count: number) => `Not everyone: ${number(count)}`,
    ofMessages: (count: number) => (count === 1 ? 'of 1 message' : `of ${number(count)} messages`),
    atMost: (most: number) => `> ${number(most)}`,
    oldest: (age: string) => `Oldest ${age}`,
    nothingWaits: 'None waiting',
    subscriberParts: (blocked: number, isNew: number) =>
      `${number(blocked)} blocked, ${number(isNew)} new in 30 days`,

    reach: 'If someone pressed now',
    reachDescription: 'Subscribers, grouped by who would be notified.',
    nobody: (count: number) => `No one: ${number(count)}`,
    everyone: (count: number) => `Everyone: ${number(count)}`,
    reachWaiting: (count: number) =>
      count === 1
        ? 'The settings of 1 subscriber have changed and are being checked.'
        : `The settings of ${number(count)} subscribers have changed and are being checked.`,
    subscriber: 'Subscriber',
    ifPressedNow: 'Would be notified',
    items: 'Buttons and forms',
    allItems: (count: number) => `All ${count}`,
    worstRed: 'No one',
    worstAmber: 'Not everyone',

    limited: 'Subscribers over their limit',
    limitedDescription:
      'A sending limit holds messages of these subscribers. Release them or raise the limit.',
    limitedSubscriber: 'Subscriber',
    limitedHeld: 'Held messages',

    channelsTitle: 'Channels, 24 hours',
    channels: textsFor<Channel>({
      email: 'Email',
      sms: 'SMS',
      voice: 'Voice calls',
      push: 'Push notifications',
    }),
    notConfigured: textsFor<Channel>({
      email: 'Not configured: no email is sent',
      sms: 'Not configured: no SMS is sent',
      voice: 'Not configured: no calls are made',
      push: 'Not configured: no push notifications are sent',
    }),
    errors: (count: number) =>
      count === 0
        ? 'No provider errors'
        : count === 1
          ? '1 provider error'
          : `${number(count)} provider errors`,
    faults: 'Provider errors in the last 24 hours',
    channel: 'Channel',
    fault: 'What happened',
    times: 'Errors',
    last: 'Last error',

    days: 'Submissions in the last 30 days',
    /** For those who cannot see the chart, and at a glance. */
    summary: (total: number, emergencies: number, day: string, most: number) =>
      `${submissions(total)}, including ${emergencies === 1 ? '1 emergency' : `${number(emergencies)} emergencies`}. Most on ${day}: ${number(most)}.`,
    noSubmissions: 'No submissions in the last 30 days.',
    allOthers: 'All other submissions',
    dayTotal: (day: string, total: number) => `${day}: ${submissions(total)}`,
    showTable: 'Show table',
    day: 'Day',
    total: 'Total',
    byKind: 'Breakdown',
    none: 'None',
    part: (item: string, total: number) => `${item}: ${number(total)}`,
  },
});
