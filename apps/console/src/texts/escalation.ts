import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { RecipientGroup } from '@callpoint/contract/escalation-terms';
import { inLanguage, textsFor } from './language.ts';

/** Escalation: what happens after a press until someone acknowledges it. */
export const escalationTexts = inLanguage({
  en: {
    needsAnswer: 'A press needs an answer',
    needsAnswerHelp: 'Messages ask the recipients to answer. The steps follow until someone does.',
    alwaysNeedsAnswer: 'Emergencies always need an answer.',
    first: 'When pressed: the messages of the sections above.',
    steps: 'Steps',
    noTime: 'At no time',
    incomplete: 'no one is notified',
    noSteps: 'No steps: administrators are notified 5 minutes after the press.',
    step: (number: number) => `Step ${number}`,
    after: 'Minutes after the press',
    by: 'By',
    channel: (channel: Channel) => CHANNEL[channel].label,
    who: 'Who',
    groups: textsFor<RecipientGroup>({
      team: 'Safety team',
      contacts: 'Safety contacts',
      owner: 'Account owner',
      consultancy: 'Safety consultancy, if it is on for this button',
      administrators: 'Administrators, by email',
    }),
    people: 'People',
    person: (number: number) => `Person ${number}`,
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    addPerson: 'Add a person',
    removePerson: (name: string) => `Remove ${name || 'this person'}`,
    addStep: 'Add a step',
    moveUp: (number: number) => `Move step ${number} up`,
    moveDown: (number: number) => `Move step ${number} down`,
    removeStep: (number: number) => `Remove step ${number}`,
    remove: 'Remove',
    repeats: 'Repeats',
    times: 'Number of repeats',
    timesHelp: 'Each repeat resends the first messages and starts all steps again.',
    every: 'Minutes between repeats',
    procedure: 'Response procedure',
    procedureHelp: 'In each step’s messages, and read aloud in a call after someone presses 1.',

    quietFrom: 'Quiet hours from',
    quietUntil: 'Quiet hours until',
    quietHelp: (zone: string) => `Time zone: ${zone}. No calls in this time, except emergencies.`,
    agreed: 'Numbers that agreed to calls',
    agreedHelp: 'Other numbers are only called in emergencies.',
  },
});
