import { inLanguage } from './language.ts';

/** The dry run of an escalation. */
export const timelineTexts = inLanguage({
  en: {
    show: 'Show the timeline',
    description:
      'Who would be notified when, if no one acknowledges it. Includes unsaved changes. Nothing is sent.',
    asDrill: 'As a drill',
    sample: 'Sample person',
    fixFirst: 'Fix the steps to see the timeline.',
    readFailed: 'The timeline could not be loaded.',
    title: (person: string) => `If ${person} pressed now`,
    after: (minutes: number) =>
      minutes === 0 ? 'Immediately' : `After ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    first: 'Messages of the press',
    step: (number: number) => `Step ${number}`,
    repeat: (number: number) => `Repeat ${number}`,
    early: (minutes: number) =>
      `Starts early, not after ${minutes} minutes: no message of the step before it would reach anyone.`,
    messages: (count: number) => (count === 0 ? 'No one' : count === 1 ? '1 message' : `${count} messages`),
    unanswered: 'Administrators are notified that no one acknowledged it.',
    drillEnd: 'The drill stays open until someone closes it.',
    repeatsFollow: (more: number) =>
      more === 1 ? 'One more repeat like this one follows.' : `${more} more repeats like this one follow.`,
    noAnswer: 'A press of this button needs no answer, so no steps follow.',
    roles: {
      team: 'safety team',
      contacts: 'safety contact',
      owner: 'account owner',
      consultancy: 'safety consultancy',
      administrators: 'administrators',
      person: 'named person',
      user: 'person who pressed',
    },
  },
});
