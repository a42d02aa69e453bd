import { inLanguage } from './language.ts';

/** The plans of subscribers. */
export const planTexts = inLanguage({
  en: {
    title: 'Plan Types',
    description: 'What subscribers can be on: how many app users, and what it costs.',
    list: 'Plans',
    readFailed: 'The plans could not be read.',
    noneYet: 'No plans yet',
    noneYetDescription: 'A plan is what a subscriber pays for, or is upgraded to by you.',

    id: 'Id',
    fields: {
      plan_name: 'Plan name',
      plan_cost: 'Plan cost',
      plan_term: 'Plan term',
      plan_stripe_id: 'Stripe id',
      max_users: 'Max users',
    },
    nameHelp: 'How it is offered, like 1-10 end users.',
    costHelp: 'In US dollars for one term, at least 0.1.',
    termHelp: 'How often it is paid, like Monthly.',
    stripeHelp: 'The plan’s id at the payment provider.',
    usersHelp: 'How many app users a subscriber may have.',

    edit: 'Edit plan',
    remove: 'Delete Plan',
    removeQuestion: (name: string) => `Delete the plan ${name}?`,
    removeDescription:
      'Nobody can choose it any more. This can’t be undone. A plan that a subscriber is on stays.',

    newPlan: 'New Plan',
    newDescription: 'It can be chosen as soon as it is made.',
    create: 'Create Plan',
    cancel: 'Cancel',
    update: 'Update Plan',
    updateDescription: 'Subscribers who are on it keep the number of app users that they have.',
    back: 'Back to plans',
    missing: 'There is no such plan.',
    toPlans: 'Go to the plans',
    oneReadFailed: 'The plan could not be read.',
  },
});
