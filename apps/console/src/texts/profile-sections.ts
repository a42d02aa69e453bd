import { inLanguage } from './language.ts';

/** The links to the sections of a subscriber's profile: shorter than the headings. */
export const profileSectionTexts = inLanguage({
  en: {
    account: 'Account',
    subscription: 'Subscription',
    reach: 'If someone pressed now',
    limits: 'Limits',
    card: 'Card',
    invoices: 'Invoices',
    history: 'History',
    modify: 'Modify',
    password: 'Password',
  },
});
