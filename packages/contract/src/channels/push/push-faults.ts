import { ADVICE_TELL_ADMIN, ADVICE_WAIT, type Fault } from '../fault.ts';

export const PUSH_FAULTS = {
  'push-no-subscription': {
    means: 'No browser or phone of this person receives notifications.',
    advice: 'Contact the person another way. They can turn notifications on in Callpoint.',
  },
  'push-bad-address': { means: 'The message names no account.', advice: ADVICE_TELL_ADMIN },
  'push-rejected': {
    means: 'The notification service rejected the message.',
    advice: 'Contact the person another way. They can turn notifications off and on again.',
  },
  'push-unreachable': {
    means: 'The notification service could not be reached or is busy.',
    advice: ADVICE_WAIT,
  },
} as const satisfies Record<string, Fault>;
