import { inLanguage } from './language.ts';

/** Replacing the card that pays a subscription. */
export const paymentCardTexts = inLanguage({
  en: {
    title: 'Card on file',
    description: 'Later payments use the new card. An overdue payment is made with it immediately.',
    notSetUp: 'Callpoint can’t take card payments yet.',
    notSetUpDescription:
      'Callpoint is not connected to the payment provider, so there is no card to replace.',
    save: 'Save card',
    saving: 'Saving the card. Keep this page open.',
    saved: 'Your new card is on file.',
    paid: 'Your new card is on file, and the overdue payment was made.',
    notSaved: 'Card not saved',
    unfinishedLabel: 'Card change not completed',
    notAuthenticated: 'Your bank could not confirm that it was you. Try again, or use another card.',
    interrupted: 'The payment provider did not respond. Try again.',
    anotherCard: 'Correct it, or use another card.',
    unpaidLabel: 'Overdue payment not made',
    unpaid:
      'Your new card is on file, but your bank did not confirm an overdue payment. Try again, or use another card.',
    unknownLabel: 'Card status unknown',
    unknown:
      'We could not find out whether your new card is on file. Check it before you close this page: nothing is charged twice.',
    unknownPayment:
      'Your new card is on file, but we could not find out whether the overdue payment was made. Check it before you close this page: nothing is charged twice.',
    check: 'Check card',
  },
});
