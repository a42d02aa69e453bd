import { inLanguage } from './language.ts';

/** The accounts of the platform. */
export const subscriberTexts = inLanguage({
  en: {
    title: 'Subscribers',
    means: 'The organisations that use Callpoint, newest first.',
    readFailed: 'The subscribers could not be read.',
    noneYet: 'No subscribers yet',
    noneYetMeans:
      'Organisations that sign up stand here, with their plan and how many app users they may have.',

    accountNumber: 'Account number',
    name: 'Name',
    email: 'Email',
    accountName: 'Account name',
    phone: 'Phone',
    subscription: 'Subscription info',
    maxUsers: 'Max app user count',
    isBlocked: 'Is blocked',
    yes: 'Yes',
    no: 'No',
    plans: { free: 'Free', paid: 'Paid', upgrade_by_admin: 'Upgraded by admin' },
    planWith: (plan: string, detail: string) => `${plan} (${detail})`,
    planUntil: (plan: string, end: string) => `${plan} (until ${end})`,
  },
});
