/** Where code may name channels: their own folders, and the console's texts about each. */
export const channelFolders: readonly string[] = [
  'packages/contract/src/channels/',
  'apps/server/src/delivery/channels/',
  'apps/console/src/texts/',
  'apps/phone/src/texts/',
];

/** Channels with the name of a field of a contact or an account, or of a method. */
export const contactFields: readonly string[] = ['email', 'push'];

/** What is compared with such a name as a field: variables, and the kind of an address. */
export const fieldNames: readonly string[] = ['field', 'addressKind'];

/** Functions whose arguments name a field, a column or a type of the database. */
export const fieldCalls: readonly string[] = ['field', 'fieldId', 'conflict', 'part'];

/** Files that name channels: the list of faults, examples of calls, the sources of answers, and the rules of calls. */
export const namedChannels: Readonly<Record<string, readonly string[]>> = {
  'packages/contract/src/faults.ts': ['email', 'sms', 'voice'],
  'apps/console/src/features/settings/escalation/escalation-groups.ts': ['voice'],
  'packages/alerts/src/escalation/plan-timeline.ts': ['voice'],
  'packages/alerts/src/escalation/resolve-recipients.ts': ['voice'],
  'apps/server/src/incidents/escalation/start-run.ts': ['voice'],
  'apps/server/src/incidents/escalation/upcoming-steps.ts': ['voice'],
  'packages/contract/src/delivery-calls.ts': ['email'],
  'packages/contract/src/notifications.ts': ['email'],
  'packages/contract/src/overview.ts': ['email', 'sms'],
  'packages/contract/src/own-submissions.ts': ['sms'],
  // The sources of answers.
  'packages/contract/src/incidents.ts': ['sms', 'voice'],
  'packages/contract/src/incident-calls.ts': ['sms'],
  'packages/contract/src/escalation-preview.ts': ['email', 'sms'],
  // The kinds of addresses that identify a person.
  'packages/alerts/src/escalation/directory.ts': ['email'],
  // A kind of navigation.
  'apps/console/src/links/navigation.ts': ['push'],
  // Replies by SMS, and keys during calls.
  'apps/server/src/incidents/answers/recipient-answers.ts': ['sms', 'voice'],
};
