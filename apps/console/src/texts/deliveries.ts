import type { Channel } from '@callpoint/contract/channels/channels';
import { inLanguage, textsFor } from './language.ts';

const people = (count: number) => (count === 1 ? '1 message' : `${count} messages`);

/** The delivery log: every message, its recipient and its status. */
export const deliveryTexts = inLanguage({
  en: {
    states: {
      pending: 'Pending',
      sending: 'Sending',
      sent: 'Sent',
      failed: 'Failed',
      held: 'Held',
      skipped: 'Skipped',
    },
    /** Recipients of push notifications, by their id. */
    accounts: {
      team: () => 'Consoles of the account',
      admin: (id: number) => `Administrator ${id}`,
      app_user: (id: number) => `Phones of user ${id}`,
    },
    channels: textsFor<Channel>({
      email: 'Email',
      sms: 'SMS',
      voice: 'Voice call',
      push: 'Push notification',
    }),
    roles: {
      team: 'Safety team',
      user: 'App user',
      consultancy: 'Safety consultancy',
      admin: 'Administrators',
    },

    title: 'Deliveries',
    description:
      'Every message about a press or form, newest first. You or an administrator can release held messages.',
    descriptionOfAll:
      'Every message about a press or form, newest first. You or the subscriber can release held messages.',
    readFailed: 'The messages could not be loaded.',
    noneYet: 'No messages yet',
    noneYetDescription:
      'When an app user presses a button or sends a form, its messages appear here, with every attempt.',
    checkSettings: 'Check who is notified',
    filters: 'Find messages',
    searchHint: 'Address, subject, id',
    state: 'Status',
    allStates: 'All statuses',
    channel: 'Channel',
    allChannels: 'Any',
    about: 'About',
    allItems: 'Any',
    filterState: (state: string) => `with status ${state.toLowerCase()}`,
    filterChannel: textsFor<Channel>({
      email: 'by email',
      sms: 'by SMS',
      voice: 'by voice call',
      push: 'by push notification',
    }),
    filterAbout: (item: string) => `about ${item}`,
    filterAccount: (id: string) => `of subscriber ${id}`,
    subscriber: 'Subscriber',
    afterSubscriber: (id: number) => `, subscriber ${id}`,
    id: 'Id',
    openMessage: (address: string, id: number) => `${address}, open message ${id}`,
    message: (id: number) => `message ${id}`,
    messageTitle: (id: number) => `Message ${id}`,
    role: 'For',
    address: 'Address',
    created: 'Created',
    record: (item: string, id: number) => `${item}, record ${id}`,
    shortRecord: (item: string, id: number) => `${id}, ${item}`,
    deletedRecord: (item: string) => `${item}, deleted`,
    testOf: (item: string) => `Test: ${item}`,
    alarmsOwn: 'Alarm: no one was notified',
    alarmToAdministrators: 'Alarm to an administrator',
    nothingElse: 'None',
    subject: 'Subject',
    text: 'Text',
    textDeleted: (days: number) =>
      `Its text was deleted after ${days < 730 ? `${days} days` : `${Math.floor(days / 365)} years`}.`,
    allAttempts: 'Attempts',
    oneReadFailed: 'The message could not be loaded.',
    noMessage: 'This message does not exist',
    noMessageDescription: 'The link may be mistyped or belong to another account.',
    toMessages: 'See all messages',

    sendingAgain: {
      resend: {
        verb: 'Resend',
        ask: 'Resend this message?',
        description: (address: string) =>
          `It is sent to ${address} immediately, and starts with the time of the press. If the person already got it, they get it twice.`,
        done: 'The message is being sent again.',
        all: (count: number) => `Resend all ${count} failed messages`,
        askMany: (count: number) =>
          count === 1 ? 'Resend this message?' : `Resend these ${count} messages?`,
        descriptionOfMany:
          'They will be sent now, and start with the time of the press. Anyone who already got one gets it twice.',
        doneMany: (count: number) => `${count} sent again`,
      },
      release: {
        verb: 'Release',
        ask: 'Release this message?',
        description: (address: string) =>
          `It is sent to ${address} immediately. If it is late, it starts with the time of the press.`,
        done: 'The message is being sent.',
        all: (count: number) => `Release all ${count} held messages`,
        askMany: (count: number) =>
          count === 1 ? 'Release this message?' : `Release these ${count} messages?`,
        descriptionOfMany: 'They will be sent now. Late messages start with the time of the press.',
        doneMany: (count: number) => `${count} released`,
      },
    },
    actionFor: (verb: string, address: string, id: number) => `${verb}: ${address}, message ${id}`,
    notConfigured: 'Not configured',
    textIsDeleted: 'Text deleted',
    unsendable: 'Can’t resend: not configured',
    unsendableText: 'Can’t resend: text deleted',
    cannotSend: (verb: string, count: number, all: number, reason: string) =>
      `Can’t ${verb.toLowerCase()}${count < all ? ` ${count} of ${all}` : ''}: ${reason}`,
    // After the sentence that the channel is not configured.
    resendOnce: 'You can resend the message once this is configured.',
    releaseOnce: 'You can release the message once this is configured.',

    notified: 'Who was notified',
    notifiedReadFailed: 'The recipients could not be loaded.',
    nonePlanned: 'No message was planned: the settings have no recipients.',
    summary: {
      sent: (count: number) => `${people(count)} sent`,
      inFlight: (count: number) => `${people(count)} being sent`,
      failed: (count: number) => `${people(count)} failed`,
      held: (count: number) => `${people(count)} held`,
      skipped: (count: number) => `${people(count)} skipped`,
    },
    noAddress: 'No address',
    noAddressOf: textsFor<Channel>({
      email: 'No email address',
      sms: 'No phone number',
      voice: 'No phone number',
      push: 'No phone',
    }),
    ofAnAdministrator: 'An administrator',
    sentAt: 'Accepted by the provider on',
    deliveredAt: 'Reached the phone on',
    nextAt: 'Next attempt on',
    nowSending: 'It is being sent now.',
    heldDescription: 'The message is not sent until you release it.',
    notSent: 'Not sent.',
    attempts: (count: number) =>
      count === 0 ? 'No attempt' : count === 1 ? '1 attempt' : `${count} attempts`,
    noAttempts: 'No attempt',
    attemptsDeleted: 'Its attempts were deleted with its text.',
    outcomes: {
      sent: 'Accepted',
      temporary: 'Temporarily rejected',
      permanent: 'Rejected',
      skipped: 'Not sent',
      held: 'Held',
      lost: 'Response lost',
      delivered: 'Delivered',
      undelivered: 'Not delivered',
    },
    took: (ms: number) => `${ms} ms`,
    givenUpAfter: (hours: number) =>
      hours < 1
        ? `Callpoint stopped trying after ${Math.round(hours * 60)} minutes.`
        : `Callpoint stopped trying after ${hours === 1 ? '1 hour' : `${hours} hours`}.`,
    providerSaid: (words: string) => `Provider response: ${words}`,
  },
});
