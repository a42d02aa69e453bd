import { inLanguage } from './language.ts';

/** What a subscriber with an overdue payment sees on every screen. */
export const overdueTexts = inLanguage({
  en: {
    title: 'Payment overdue',
    since: (day: string) => `Your payment has been overdue since ${day}.`,
    sinceWithPrice: (day: string, price: string) => `Your payment of ${price} has been overdue since ${day}.`,
    pausesOn: (day: string) =>
      `Starting ${day}, you can’t add app users or change settings until it is paid.`,
    paused: 'You can’t add app users or change settings until it is paid.',
    alertsContinue: 'Alerts continue.',
    stopsAfter: (day: string) =>
      `If it is still unpaid after ${day}, we may stop your account. Then no one is notified when someone presses a button.`,
    open: 'Open your profile',
  },
});
