import type { FaultKind } from '@callpoint/contract/faults';
import type { SmtpStep } from './smtp.ts';

/** The responses of the servers that simulate faults, and the fault of each. Temporary faults are retried. */

type Kind = 'temporary' | 'permanent';

/** The step at which the mail server rejects, its code, its text, and the fault. */
export const MAIL_REPLIES: readonly (readonly [SmtpStep['at'], number, string, Kind, FaultKind])[] = [
  ['connect', 421, '4.3.2 Too busy', 'temporary', 'mail-busy'],
  ['connect', 554, 'No SMTP service here', 'temporary', 'mail-not-served'],
  ['mail', 451, '4.3.0 Try again', 'temporary', 'mail-server-trouble'],
  ['mail', 530, '5.7.0 Must issue a STARTTLS command first', 'temporary', 'mail-needs-tls'],
  ['mail', 550, '5.7.60 Not allowed to send as this sender', 'temporary', 'mail-sender-refused'],
  ['mail', 552, '5.3.4 Message too big', 'permanent', 'mail-too-large'],
  ['rcpt', 450, '4.2.0 Greylisted', 'temporary', 'mail-not-now'],
  ['rcpt', 451, '4.7.1 Greylisted', 'temporary', 'mail-greylisted'],
  ['rcpt', 452, '4.2.2 Over quota', 'temporary', 'mailbox-full-now'],
  ['rcpt', 452, 'Too many recipients', 'temporary', 'mail-server-full'],
  ['rcpt', 503, '5.5.1 Bad sequence', 'temporary', 'mail-out-of-step'],
  ['rcpt', 550, '5.1.1 User unknown', 'permanent', 'mailbox-unknown'],
  ['rcpt', 550, '5.1.2 Bad domain', 'permanent', 'mail-address-wrong'],
  ['rcpt', 550, '5.2.1 Disabled', 'permanent', 'mailbox-closed'],
  ['rcpt', 552, '5.2.2 Over quota', 'permanent', 'mailbox-full'],
  ['rcpt', 550, 'No', 'permanent', 'mail-recipient-refused'],
  ['data', 421, '4.4.2 Bye', 'temporary', 'mail-busy'],
  ['data', 452, '4.3.1 Disk full', 'temporary', 'mail-server-trouble'],
  ['rcpt', 452, '4.5.3 Too many recipients', 'temporary', 'mail-not-now'],
  ['rcpt', 550, '5.4.5 Daily user sending limit exceeded', 'temporary', 'mail-quota'],
  ['rcpt', 550, '5.4.1 Recipient address rejected: Access denied', 'permanent', 'mail-no-way'],
  ['rcpt', 550, '5.2.121 Hourly message receive limit from specific sender', 'temporary', 'mailbox-busy'],
  ['rcpt', 550, '5.1.8 Access denied, bad outbound sender', 'temporary', 'mail-sender-refused'],
  ['rcpt', 550, '5.1.10 Recipient not found', 'permanent', 'mail-address-wrong'],
  ['rcpt', 552, 'Mailbox is full', 'permanent', 'mailbox-full'],
  ['rcpt', 556, 'Domain does not accept mail', 'permanent', 'mail-address-wrong'],
  ['rcpt', 554, '5.7.606 Access denied, banned sending IP', 'temporary', 'mail-not-trusted'],
  ['data', 552, '5.2.3 Message too long', 'permanent', 'mail-too-large'],
  ['data', 550, '5.7.26 This mail is unauthenticated', 'temporary', 'mail-not-trusted'],
  ['data', 550, '5.7.60 Client does not have permissions to send as', 'temporary', 'mail-sender-refused'],
  ['data', 554, '5.7.10 Encryption needed', 'temporary', 'mail-needs-tls'],
  ['data', 550, '5.7.1 Looks like spam', 'permanent', 'mail-not-allowed'],
  ['data', 554, 'Transaction failed', 'permanent', 'mail-refused'],
  ['rcpt', 535, '5.7.8 Sign in first', 'temporary', 'mail-sign-in'],
  ['rcpt', 538, '5.7.11 Encrypt before you sign in', 'temporary', 'mail-needs-tls-first'],
];

/**
 * The HTTP status, the provider's code, its text, and the fault. A response without a code is not from the provider
 * but from a proxy.
 */
export const SMS_RESPONSES: readonly (readonly [number, number | undefined, string, Kind, FaultKind])[] = [
  [400, 21211, 'Invalid To', 'permanent', 'sms-bad-number'],
  [400, 21614, 'Not a mobile number', 'permanent', 'sms-landline'],
  [400, 21610, 'Unsubscribed recipient', 'permanent', 'sms-stopped'],
  [400, 21608, 'Unverified number', 'permanent', 'sms-unregistered'],
  [400, 21612, 'No route', 'permanent', 'sms-no-route'],
  [400, 21617, 'Too long', 'permanent', 'sms-too-long'],
  [400, 21408, 'Region not enabled', 'temporary', 'sms-country-off'],
  [400, 21606, 'Not your number', 'temporary', 'sms-sender-refused'],
  [400, 30002, 'Account suspended', 'temporary', 'sms-account'],
  [400, 99999, 'Something new', 'permanent', 'sms-refused'],
  [401, 20003, 'Authenticate', 'temporary', 'sms-sign-in'],
  [404, 20404, 'Not found', 'temporary', 'sms-sign-in'],
  [429, 20429, 'Too many requests', 'temporary', 'sms-too-many'],
  [429, undefined, 'Slow down', 'temporary', 'sms-too-many'],
  [500, 20500, 'Internal error', 'temporary', 'sms-provider-trouble'],
  [503, undefined, '<html>Unavailable</html>', 'temporary', 'sms-provider-trouble'],
  [301, undefined, 'Moved', 'temporary', 'sms-odd-answer'],
  [200, undefined, 'Welcome to this hotel’s network', 'temporary', 'sms-odd-answer'],
  [400, 30003, 'Unreachable', 'permanent', 'sms-handset-off'],
  [400, 30004, 'Blocked', 'permanent', 'sms-blocked'],
  [400, 30005, 'Unknown', 'permanent', 'sms-unknown-handset'],
  [400, 30007, 'Filtered', 'permanent', 'sms-filtered'],
];

/** The same for voice calls. */
export const VOICE_RESPONSES: typeof SMS_RESPONSES = [
  [400, 21211, 'Invalid To', 'permanent', 'voice-bad-number'],
  [400, 13224, 'Invalid phone number', 'permanent', 'voice-bad-number'],
  [400, 21219, 'Unverified To', 'permanent', 'voice-unregistered'],
  [400, 21215, 'Not authorized to call', 'temporary', 'voice-country-off'],
  [400, 21408, 'Region not enabled', 'temporary', 'voice-country-off'],
  [400, 21210, 'Unverified From', 'temporary', 'voice-sender-refused'],
  [400, 21205, 'Url is not valid', 'temporary', 'voice-callback-refused'],
  [400, 99999, 'Something new', 'permanent', 'voice-refused'],
  [401, 20003, 'Authenticate', 'temporary', 'voice-sign-in'],
  [400, 20005, 'Account suspended', 'temporary', 'voice-account'],
  [429, 20429, 'Too many requests', 'temporary', 'voice-too-many'],
  [429, 10004, 'Call concurrency limit', 'temporary', 'voice-too-many'],
  [500, 20500, 'Internal error', 'temporary', 'voice-provider-trouble'],
  [503, undefined, '<html>Unavailable</html>', 'temporary', 'voice-provider-trouble'],
  [200, undefined, 'Welcome to this hotel’s network', 'temporary', 'voice-odd-answer'],
];
