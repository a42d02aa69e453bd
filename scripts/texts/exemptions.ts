import { TEXTS } from '@callpoint/contract/texts';

/** Literal texts of the specification. The rules for words and for sentence case do not apply to them. */
export const SPECIFIED: readonly string[] = [
  ...Object.values(TEXTS),

  // Titles and menus.
  'App Dashboard Settings',
  'Dashboard Settings',
  'My Profile',
  'Plan Types',
  'Safety Contacts For App Users',
  'Safety Contacts',
  'Safety Person',
  'Notification Records',
  'OSHA On-Site',
  'OSHA on Site',
  'Report an Incident/Accident',
  'Report a Safety Complaint',
  'Lone Worker Emergency',
  'Ask a Safety Question',
  'Need a Safety Product',
  'Request Safety Consultation',
  'IN-APP RESPONSE (On Screen Alert For User)',
  'Email Notification Settings',
  'Text/SMS Notification Settings',

  // Columns and fields.
  'Date and Time of Notification',
  'Date and Time',
  'Submission Id',
  'Full Name',
  'Phone Number',
  'Team Id',
  'Login As',

  // Links, buttons and row actions.
  'Sign up as a new Subscriber',
  'Go Back',
  'New User',
  'Update User',
  'New Subscriber',
  'View Users',
  'View Profile',
  'View Data',
  'Block Subscriber',
  'Unblock Subscriber',
  'New Plan',
  'Delete Plan',
  'Delete Item',
  'Pay and start Subscription',
  'Yes Please!',
];

/** Reviewed exceptions to the rules: each text, and why it stays. */
export const REVIEWED: Readonly<Record<string, string>> = {
  'Ana Flores': 'The sample person of previews.',
  'On the way': 'The state of a responder: the usual word.',
  '{} is on the way': 'The state of a responder: the usual word.',
  'is on the way': 'The state of a responder: the usual word.',
  'Ridgeline Construction': 'The sample company of previews.',
  'Ridgeline Builders site safety. If anyone is hurt, call 911 first. Then press a button: the safety desk answers day and night.':
    'The desk answers the phone.',
  'under Recently deleted': 'The name of a page.',
  '(`refused`)': 'A value of the API.',
  'like Monthly': 'The usual name of a plan’s term.',
};
