import { inLanguage } from './language.ts';

/** The settings of buttons, forms and the app's main screen. */
export const settingsTexts = inLanguage({
  en: {
    cannotEdit: 'This setting can’t be edited because it is missing.',
    askUs: 'Contact us.',
    readFailed: 'The settings could not be loaded.',
    buttonDescription: 'What happens when someone presses this button.',
    formDescription: 'What happens when someone sends this form.',

    escalation: {
      card: 'Escalation',
      policy: 'Escalation steps',
      voice: 'Voice calls, for all buttons',
      voiceRules: 'Quiet hours and agreements for voice calls',
      off: 'No answer needed',
      on: (steps: number) => `Answer needed, ${steps === 1 ? '1 step' : `${steps} steps`}`,
      unreadable: 'This value could not be read. Restore an earlier version from the history.',
    },

    dashboardCard: 'Main screen of the app',
    topText: { label: 'Main screen top text', help: 'Shown above the buttons.' },
    mode: 'Mode',
    modeOf: (button: string) => `${button}: mode`,
    iconColor: 'Icon color',
    iconColorOf: (button: string) => `${button}: icon color`,
    yes: 'Yes',
    no: 'No',
    enabled: 'Enabled',
    disabled: 'Disabled',

    save: (changes: number) =>
      changes === 0 ? 'Save' : `Save ${changes} ${changes === 1 ? 'change' : 'changes'}`,
    reset: 'Reset',
    showFields: 'Show settings',
    unsaved: (changes: number) => (changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`),
    savedAt: (time: string) => `Saved at ${time}`,

    smsCost: (messages: number, characters: number) =>
      `${messages} SMS, ${characters} ${characters === 1 ? 'character' : 'characters'}.`,
    dearer: (character: string) => `With “${character}”, only 70 characters fit into an SMS instead of 160.`,
  },
});
