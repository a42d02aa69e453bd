import { inLanguage } from './language.ts';

/** Paying for a plan by card. */
export const purchaseTexts = inLanguage({
  en: {
    purchase: 'Purchase',
    purchaseDescription: 'Start a paid subscription by card.',
    now: (plan: string) => `Current plan: ${plan}.`,
    readFailed: 'Your current plan could not be loaded.',

    notYet: 'Callpoint can’t take card payments yet.',
    notYetDescription:
      'Callpoint is not connected to the payment provider, so you can’t pay here. No card is charged, and no card data is stored.',
    askForUpgrade: 'Contact us for an upgrade.',
    alreadyPaid: 'You have a paid subscription',
    alreadyPaidDescription: 'You already have a subscription. Change or cancel it on your profile.',
    toProfile: 'Go to your profile',

    yourPlan: 'Your plan',
    plan: 'Plan',
    planHelp: 'Compare the plans and their prices.',
    plansFailed: 'The plans could not be loaded.',
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
