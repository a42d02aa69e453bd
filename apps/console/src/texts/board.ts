import { inLanguage } from './language.ts';

/** The board: open incidents on a wall display. */
export const boardTexts = inLanguage({
  en: {
    title: 'Board',
    description: 'Open incidents, unacknowledged incidents first. For a wall display.',
    none: 'No open incidents',
    noneDescription: 'A press that needs an answer appears here immediately.',
    open: (count: number) => (count === 1 ? '1 open incident' : `${count} open incidents`),
    unanswered: (count: number, orMore: boolean) => `${count}${orMore ? ' or more' : ''} not acknowledged`,
    more: (most: number) => `Only ${most} incidents are shown, unacknowledged incidents first.`,
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave full screen',
    soundOn: 'Sound is on',
    soundOff: 'Sound is off',
    updated: (time: string) => `Updated ${time}`,
    stale: (time: string) => `No connection since ${time}. This board may be out of date.`,
    neverRead: 'The incidents could not be loaded yet. Some may be open.',
    noneAt: (time: string) => `No open incidents at ${time}`,
  },
});
