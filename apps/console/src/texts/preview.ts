import { inLanguage } from './language.ts';

/** Previews of messages, with sample people and locations. */
export const previewTexts = inLanguage({
  en: {
    mail: 'Preview of the email',
    text: (message: string) => `Preview of the ${message}`,
    screen: 'What the phone shows',
    dashboard: 'The app’s main screen',
    subject: 'Subject',
    noSubject: 'no subject',
    noText: 'no text',
    asEmail: 'As email',
    asText: 'Plain text',
    ok: 'OK',
    filledInFor: 'Filled in for',
    sampleUser: 'Ana Flores (sample user)',
    unsaved: 'Shows what you type, also before you save it.',
    off: 'Off',
    buttons: 'Buttons',

    sample: {
      name: 'Ana Flores',
      email: 'ana.flores@example.com',
      phone: '+1 202 555 0143',
      company: 'Ridgeline Construction',
      messages: {
        1: 'The scaffold on level 3 has no toe boards. Can we continue working below it?',
        2: 'We start with silica dust next week and need someone to review our plan.',
        3: 'Two pairs for Monday, size 9, please.',
      },
      products: { 2: 'Written safety program', 3: 'Cut-resistant gloves' },
    },
  },
});
