import { inLanguage } from './language.ts';

/** When a button was last drilled. */
export const lastDrillTexts = inLanguage({
  en: {
    title: 'Drills',
    never: 'Never drilled',
    last: (days: number) =>
      days === 0
        ? 'Last drilled today'
        : days === 1
          ? 'Last drilled yesterday'
          : `Last drilled ${days} days ago`,
    start: 'Start a drill',
    startOf: (button: string) => `Start a drill of ${button}`,
  },
});
