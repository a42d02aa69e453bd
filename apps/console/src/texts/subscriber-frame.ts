import { inLanguage } from './language.ts';

/** Around an administrator's pages about one subscriber. */
export const subscriberFrameTexts = inLanguage({
  en: {
    noSubscriber: 'The subscriber does not exist.',
    noSubscriberDescription: 'The number in the address may be mistyped.',
    afterName: (id: string) => `, subscriber ${id}`,
    numbered: (id: string) => `Subscriber ${id}`,
    toSubscribers: 'Go to the subscribers',
  },
});
