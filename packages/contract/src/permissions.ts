/** The permissions with the roles that have them, and the kinds of records that audit entries name. The server's guard reads this table. */

export const ROLES = ['admin', 'team', 'app_user'] as const;
export type Role = (typeof ROLES)[number];
/** The roles that sign in to the console. */
export type ConsoleRole = 'admin' | 'team';

export const PERMISSIONS = {
  'session.end': ['admin', 'team', 'app_user'],
  'password.change': ['admin', 'team', 'app_user'],
  'password.confirm': ['admin', 'team'],
  'account.read': ['admin'],
  'account.update': ['admin'],
  'team.list': ['admin', 'team'],
  'team.create': ['admin'],
  'team.update': ['admin', 'team'],
  'team.block': ['admin'],
  'email.confirm': ['team'],
  'sending_limit.read': ['admin', 'team'],
  'sending_limit.update': ['admin'],
  'config.list': ['admin'],
  'config.update': ['admin'],
  'plan.list': ['admin', 'team'],
  'plan.create': ['admin'],
  'plan.update': ['admin'],
  'plan.delete': ['admin'],
  'subscription.read': ['admin', 'team'],
  'subscription.purchase': ['team'],
  'subscription.change': ['admin', 'team'],
  'invoice.read': ['admin', 'team'],
  'card.change': ['team'],
  'subscription.upgrade': ['admin'],
  'subscription.convert': ['admin', 'team'],
  'app_user.list': ['admin', 'team'],
  'app_user.create': ['team'],
  'app_user.update': ['admin', 'team'],
  'app_user.delete': ['admin', 'team'],
  'deleted.list': ['admin', 'team'],
  'deleted.restore': ['admin', 'team'],
  'first_steps.use': ['team'],
  'settings.list': ['admin', 'team'],
  'settings.update': ['team'],
  'version.list': ['admin', 'team'],
  'submission.list': ['admin', 'team'],
  'image.read': ['admin', 'team', 'app_user'],
  'submission.open': ['admin', 'team'],
  'submission.delete': ['admin', 'team'],
  'alarm.list': ['admin', 'team'],
  'alarm.close': ['admin', 'team'],
  'incident.list': ['admin', 'team'],
  'incident.answer': ['admin', 'team'],
  'incident.drill': ['team'],
  'event.listen': ['admin', 'team'],
  'frame.read': ['team'],
  'delivery.list': ['admin', 'team'],
  'overview.read': ['admin'],
  'audit.list': ['admin'],
  'reachability.read': ['admin', 'team'],
  'notification.preview': ['team'],
  'notification.test': ['team'],
  'delivery.resend': ['admin', 'team'],
  'delivery.release': ['admin'],
  'saved_filter.use': ['admin', 'team'],
  'push.receive': ['admin', 'team'],
  'phone.use': ['app_user'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export function hasPermission(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}

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
  'incident',
  'monthly_report',
  'subscription',
  'subscription_history',
  'session',
  'admin',
  'audit',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];
