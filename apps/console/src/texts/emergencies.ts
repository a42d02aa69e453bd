import { inLanguage } from './language.ts';

/** Unopened emergencies, shown on every screen. */
export const emergencyTexts = inLanguage({
  en: {
    region: 'Emergencies that nobody has opened',
    emergency: 'Emergency',
    somebody: 'Somebody',
    open: 'Open',
    openOf: (name: string, time: string) => `Open the emergency of ${name}, ${time}`,
    more: (count: number, orMore: boolean) => `+${count}${orMore ? ' or more' : ''}`,
    moreDescription: (count: number, orMore: boolean) =>
      `${count}${orMore ? ' or more' : ''} more: show the next`,
    soundBlocked: 'Sound is blocked by the browser: press to allow',
    announced: (name: string, time: string) =>
      `Lone Worker Emergency: ${name}, ${time}. Nobody has opened it yet.`,
  },
});
