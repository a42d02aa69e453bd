import { inLanguage } from './language.ts';

/** The settings of buttons, forms and the app's main screen. */
export const settingsTexts = inLanguage({
  en: {
    cannotEdit: 'This setting can’t be edited: it is missing for your account. Please contact us.',
    readFailed: 'The settings could not be read.',
    buttonDescription: 'What happens when somebody presses this button.',
    formDescription: 'What happens when somebody sends this form.',
    dashboard: 'App Dashboard Settings',
    dashboardDescription:
      'What your app users see on the app’s main screen, and which buttons they can press.',

    dashboardCard: 'Main screen of the app',
    topText: { label: 'Main screen top text', help: 'Stands above the buttons.' },
    mode: 'Mode',
    modeOf: (button: string) => `${button}: mode`,
    iconColor: 'Icon colour',
    iconColorOf: (button: string) => `${button}: icon colour`,
    yes: 'Yes',
    no: 'No',
    enabled: 'Enabled',
    disabled: 'Disabled',

    save: (changes: number) =>
      changes === 0 ? 'Save' : `Save ${changes} ${changes === 1 ? 'change' : 'changes'}`,
    reset: 'Reset',
    unsaved: (changes: number) => (changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`),
    savedAt: (time: string) => `Saved at ${time}`,

    smsCost: (messages: number, characters: number) =>
      `${messages} SMS, ${characters} ${characters === 1 ? 'character' : 'characters'}.`,
    dearer: (character: string) =>
      `“${character}” leaves room for only 70 characters in an SMS instead of 160.`,
  },
});
