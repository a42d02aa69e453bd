/** The kinds of records that audit entries are about. */
export const AUDIT_SUBJECTS = [
  'team',
  'app_user',
  'settings',
  'config',
  'plan',
  'button_click',
  'form_submission',
  'delivery',
  'alarm',
  'subscription',
  'subscription_history',
  'session',
  'admin',
  'audit',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];
