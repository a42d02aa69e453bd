import { inLanguage } from './language.ts';

/** The frame of a signed-in person's screens. */
export const shellTexts = inLanguage({
  en: {
    goBack: 'Go Back',
    mainMenu: 'Main menu',
    openMenu: 'Open the menu',
    closeMenu: 'Close the menu',
    breadcrumb: 'Breadcrumb',

    configuration: 'Configuration',
    customization: 'Customization',
    safetyPerson: 'Safety Person',
    records: 'Notification Records',
    subscribers: 'Subscribers',
    monitoring: 'Monitoring',
    notes: { customization: 'Settings: what a press does', records: 'Received: what people sent' },
    areas: { settings: 'Settings', records: 'Records' },
    newRecords: (count: number) => `${count} new`,
    newRecordsInSection: (count: number) => `${count} new in this section`,
    openEmergencies: (count: number) => (count === 1 ? '1 open emergency' : `${count} open emergencies`),
    openAlarms: (count: number) => (count === 1 ? '1 open alarm' : `${count} open alarms`),
    failedOrHeldMessages: (count: number) =>
      count === 1 ? '1 message newly failed or held' : `${count} messages newly failed or held`,
    atMost: (count: number) => `${count}+`,

    search: 'Search',
    goToBy: (keys: string) => `Search (${keys})`,
    ctrlK: 'Ctrl K',
    commandK: '⌘K',

    accountMenu: 'account menu',
  },
});
