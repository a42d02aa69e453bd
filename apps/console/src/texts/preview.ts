import { inLanguage } from './language.ts';

/** Previews of messages, with sample people and locations. */
export const previewTexts = inLanguage({
  en: {
    mail: 'How the e-mail arrives',
    text: (message: string) => `How the ${message} arrives`,
    screen: 'What the phone shows',
    dashboard: 'The app’s main screen',
    subject: 'Subject',
    noSubject: 'no subject',
    noText: 'no text',
    asEmail: 'As e-mail',
    asText: 'Plain text',
    ok: 'OK',
    filledIn: (name: string) => `Filled in for ${name}, a made-up user.`,
    off: 'Off',
    buttons: 'Buttons',

    sample: {
      name: 'Ana Flores',
      email: 'ana.flores@example.com',
      phone: '+1 202 555 0143',
      company: 'Ridgeline Construction',
      messages: {
        1: 'The scaffold on level 3 has no toe boards. Can we go on working below it?',
        2: 'We start with silica dust next week and need somebody to look at our plan.',
        3: 'Two pairs for Monday, size 9, please.',
      },
      products: { 2: 'Written safety program', 3: 'Cut-resistant gloves' },
    },
  },
});
