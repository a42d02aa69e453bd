import { inLanguage } from './language.ts';

/** Emergencies that nobody has opened, on every screen. */
export const emergencyTexts = inLanguage({
  en: {
    region: 'Emergencies that nobody has opened',
    emergency: 'Emergency',
    somebody: 'Somebody',
    open: 'Open',
    openOf: (name: string, time: string) => `Open the emergency of ${name}, ${time}`,
    more: (count: number, orMore: boolean) => `+${count}${orMore ? ' or more' : ''}`,
    moreMeans: (count: number, orMore: boolean) =>
      `${count}${orMore ? ' or more' : ''} more ${count === 1 ? 'emergency' : 'emergencies'} that nobody has opened`,
    said: (name: string, time: string) =>
      `Lone Worker Emergency: ${name}, ${time}. Nobody has opened it yet.`,
  },
});
