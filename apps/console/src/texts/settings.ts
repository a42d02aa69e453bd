import { inLanguage } from './language.ts';

/** The settings of buttons, forms and the app's main screen. */
export const settingsTexts = inLanguage({
  en: {
    cannotEdit: 'This setting can’t be edited: it is missing for your account. Please contact us.',
    readFailed: 'The settings could not be read.',
    buttonMeans: 'What happens when somebody presses this button.',
    formMeans: 'What happens when somebody sends this form.',
    dashboard: 'App Dashboard Settings',
    dashboardMeans: 'What your app users see on the app’s main screen, and which buttons they can press.',

    screenCard: 'IN-APP RESPONSE (On Screen Alert For User)',
    emailCard: 'Email Notification Settings',
    smsCard: 'Text/SMS Notification Settings',
    dashboardCard: 'Main screen of the app',
    to: {
      admin: 'To the safety team',
      user: 'To the user who pressed',
      bermac: 'To the safety consultancy',
    },

    screen: {
      label: 'Message on the user’s screen',
      help: 'Shown at once, when the alert has reached us.',
    },
    emailRecipients: {
      label: 'Who on the safety team gets the e-mail',
      help: 'E-mail addresses, comma separated.',
    },
    email: {
      user: 'Notify the user by e-mail',
      bermac: 'Notify the safety consultancy by e-mail',
    },
    emailSubject: {
      admin: 'Subject for the safety team',
      user: 'Subject for the user',
      bermac: 'Subject for the safety consultancy',
    },
    emailText: {
      admin: 'E-mail to the safety team',
      user: 'E-mail to the user',
      bermac: 'E-mail to the safety consultancy',
    },
    smsRecipients: {
      label: 'Who on the safety team gets the SMS',
      help: 'Phone numbers without dashes, comma separated, like +12025550143, +12025550199.',
    },
    sms: {
      user: 'Notify the user by SMS',
      bermac: 'Notify the safety consultancy by SMS',
    },
    smsText: {
      admin: 'SMS to the safety team',
      user: 'SMS to the user',
      bermac: 'SMS to the safety consultancy',
    },
    topText: { label: 'Main screen top text', help: 'Stands above the buttons.' },
    mode: 'Mode',
    modeOf: (button: string) => `${button}: mode`,
    iconColour: 'Icon colour',
    iconColourOf: (button: string) => `${button}: icon colour`,
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
