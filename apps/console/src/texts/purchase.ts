import { inLanguage } from './language.ts';

/** Paying for a plan by card. */
export const purchaseTexts = inLanguage({
  en: {
    purchase: 'Purchase',
    purchaseDescription: 'Start a paid subscription by card.',
    now: (plan: string) => `Your plan now: ${plan}.`,
    readFailed: 'Your present plan could not be read.',

    notYet: 'Callpoint can’t take card payments yet.',
    notYetDescription:
      'It is not connected to the payment provider, so nothing can be typed or paid here. No card is charged, and no card data is kept. Ask us for an upgrade in the meantime.',
    alreadyPaid: 'You have a paid subscription',
    alreadyPaidDescription: 'It is changed or cancelled on your profile, not bought once more.',
    toProfile: 'Go to your profile',

    yourPlan: 'Your plan',
    plan: 'Plan',
    planHelp: 'You can look at the plans and what they cost.',
    plansFailed: 'The plans could not be read.',
    noPlans: 'There are no plans to choose from yet.',

    billing: 'Billing address',
    address: 'Address',
    city: 'City',
    state: 'State',
    zip: 'ZIP',

    card: 'Card',
    cardNumber: 'Card number',
    expiry: 'Expiry',
    cvc: 'CVC',
    pay: 'Pay and start Subscription',
  },
});
