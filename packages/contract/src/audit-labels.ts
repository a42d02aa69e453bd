import type { PlanKind } from './plan-kinds.ts';

/** The labels of stored words in the audit: the console shows them, and the search finds them. */

export const AUDIT_ACTION_LABELS = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  'sign in': 'Logged in',
  export: 'Exported',
} as const;

export const AUDIT_SUBJECT_LABELS = {
  team: 'Subscriber',
  app_user: 'App user',
  settings: 'Setting',
  config: 'Configuration value',
  monthly_report: 'Monthly report',
  plan: 'Plan',
  button_click: 'Button press',
  form_submission: 'Form',
  delivery: 'Message',
  alarm: 'Alarm',
  subscription: 'Subscription',
  subscription_history: 'Subscription history',
  incident: 'Incident',
  session: 'Session',
  admin: 'Administrator',
  audit: 'Audit',
} as const;

/** The lists that are exported, by their subject. */
export const AUDIT_EXPORT_LABELS = {
  team: 'Subscribers',
  app_user: 'App users',
  plan: 'Plans',
  button_click: 'Button presses',
  form_submission: 'Forms',
  delivery: 'Messages',
  audit: 'Audit entries',
} as const;

export const ACCOUNT_STATUS_LABELS = { '1': 'Active', '0': 'Blocked' } as const;

export const PLAN_KIND_LABELS = {
  free: 'Free',
  paid: 'Paid',
  upgrade_by_admin: 'Upgraded by admin',
} as const satisfies Record<PlanKind, string>;
