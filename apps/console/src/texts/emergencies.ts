import { inLanguage } from './language.ts';

/** Unopened emergencies and records that notified no one, shown on every screen. */
export const emergencyTexts = inLanguage({
  en: {
    region: 'Open emergencies',
    incomplete: 'The open incidents could not be loaded. Some may be missing here.',
    somebody: 'Unknown person',
    call: (name: string, number: string) => `Call ${name}, ${number}`,
    notOpened: (age: string) => `${age}, not opened yet`,
    notAcknowledged: (age: string) => `${age}, not acknowledged`,
    openIncidentOf: (name: string, time: string) => `Open the incident of ${name}, ${time}`,
    /** A subscriber as administrators see it. */
    organization: (name: string, id: number) => `${name} (${id})`,
    open: 'Open',
    openOf: (name: string, time: string) => `Open the emergency of ${name}, ${time}`,
    /** `2 more`, `2 more overdue`, or `3 more, 1 overdue`. */
    more: (count: number, overdue = 0, orMore = false) =>
      `${count}${orMore ? ' or more others' : ' more'}${overdue === 0 ? '' : `${overdue < count ? `, ${overdue}` : ''} overdue`}`,
    fewer: 'Show one',
    waiting: (count: number) => `Open alarms: ${count}`,
    announcedIncident: (item: string, name: string, time: string) =>
      `${item}: ${name}, ${time}. No one has acknowledged it yet.`,
    announced: (name: string, time: string) =>
      `Lone Worker Emergency: ${name}, ${time}. No one has opened it yet.`,
  },
});
