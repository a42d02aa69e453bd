import { inLanguage } from './language.ts';

/** The plans of subscribers. */
export const planTexts = inLanguage({
  en: {
    title: 'Plan Types',
    description: 'Plans for subscribers: number of app users and price.',
    filters: 'Find plans',
    searchHint: 'Name, term, Stripe id',
    list: 'Plans',
    readFailed: 'The plans could not be loaded.',
    noneYet: 'No plans yet',
    noneYetDescription: 'Subscribers pay for a plan, or you upgrade them to one.',

    id: 'Id',
    fields: {
      plan_name: 'Plan name',
      plan_cost: 'Plan cost',
      plan_term: 'Plan term',
      plan_stripe_id: 'Stripe id',
      max_users: 'Max users',
    },
    nameHelp: 'Shown to subscribers, like 1-10 end users.',
    costHelp: 'In US dollars per term, at least 0.1.',
    termHelp: 'The billing period, like Monthly.',
    stripeHelp: 'The plan’s id at the payment provider.',
    usersHelp: 'Maximum app users of a subscriber.',

    edit: 'Edit plan',
    remove: 'Delete Plan',
    removeQuestion: (name: string) => `Delete plan ${name}?`,
    removeDescription:
      'No one can choose it any longer. You can restore it for 30 days under Recently deleted. You can’t delete a plan that a subscriber is on or is paying for.',
    removeManyQuestion: (count: number) => `Delete these ${count} plans?`,
    removedMany: (count: number) => (count === 1 ? '1 plan deleted' : `${count} plans deleted`),
    removeManyDescription:
      'No one can choose them any longer. You can restore them for 30 days under Recently deleted. Plans that a subscriber is on or is paying for are not deleted.',

    newPlan: 'New Plan',
    newDescription: 'Available immediately.',
    create: 'Create plan',
    cancel: 'Cancel',
    update: 'Update plan',
    updateDescription: 'Subscribers on this plan keep their current price and number of app users.',
    back: 'Back to plans',
    missing: 'The plan does not exist.',
    toPlans: 'Go to the plans',
    oneReadFailed: 'The plan could not be loaded.',
  },
});
