import { inLanguage } from './language.ts';

/** The frame of a signed-in person's screens. */
export const shellTexts = inLanguage({
  en: {
    mainMenu: 'Main menu',
    openMenu: 'Open the menu',
    closeMenu: 'Close the menu',
    breadcrumb: 'Breadcrumb',

    configuration: 'Configuration',
    profile: 'My Profile',
    customization: 'Customization',
    safetyPerson: 'Safety Person',
    records: 'Notification Records',
    subscribers: 'Subscribers',
    monitoring: 'Monitoring',
    account: 'My account',
    deviceAlerts: 'Alert me on this device',
    logout: 'Logout',

    goTo: 'Go to a page',
    goToBy: (keys: string) => `Go to a page (${keys})`,
    ctrlK: 'Ctrl+K',
    pageName: 'Part of a page’s name',
    pages: 'Pages',
    noPage: (typed: string) => `No page is called “${typed}”.`,

    accountMenu: 'account menu',
    administrator: 'Administrator',
    appearance: 'Appearance',
    schemes: { auto: 'Like the system', light: 'Light', dark: 'Dark' },
  },
});
