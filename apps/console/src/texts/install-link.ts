import { INSTALL_HOURS } from '@callpoint/contract/install-hours';
import { inLanguage } from './language.ts';

/** The dialog with the link with which an app user installs the phone app and signs in. */
export const installLinkTexts = inLanguage({
  en: {
    title: (name: string) => `Install link for ${name}`,
    purpose: (name: string) =>
      `${name} scans a code or opens a link. The app then opens and logs them in without a password.`,
    effects: `A link works once, for ${INSTALL_HOURS} hours. A new link ends the previous one, and the user gets an email that it was created.`,
    create: 'Create link',
    cancel: 'Cancel',
    instruction: (name: string) =>
      `Let ${name} scan this code with the phone’s camera, or send them the link.`,
    code: (name: string) => `QR code of the install link for ${name}`,
    link: 'Link',
    copy: 'Copy link',
    copied: 'Link copied.',
    copyFailed: 'Your browser did not copy the link. It is selected: copy it with your keyboard.',
    notForPhones: (address: string) =>
      `A phone can’t open ${address}. Ask the administrator of this server to set PUBLIC_URL to an https address.`,
    expires: (when: string) => `Works once, until ${when}.`,
    onlyHere:
      'The link is shown only here. Anyone who has it can log in as this user, so send it only to them.',
    emailed: (address: string) => `We emailed ${address} that this link was created.`,
    notEmailed: 'This server sends no email, so let the user know that this link was created.',
    done: 'Done',
  },
});
