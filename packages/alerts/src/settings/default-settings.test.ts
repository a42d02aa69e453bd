import { perChannel } from '@callpoint/contract/channels/channels';
import {
  allowedVariables,
  BUTTON_IDS,
  DASHBOARD_SLOTS,
  FORM_IDS,
  type Item,
} from '@callpoint/contract/catalog';
import { phone as phoneField } from '@callpoint/contract/fields';
import { notificationKey, modeKey } from '@callpoint/contract/setting-keys';
import { SETTINGS } from '@callpoint/contract/setting-kinds';
import { settingValue } from '@callpoint/contract/setting-values';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultSettings } from './default-settings.ts';
import { planNotifications } from '../plan/notification-plan.ts';
import { countSegments } from '../sms/segments.ts';
import { DEFAULT_MAPS_URL } from '../templates/maps.ts';
import { templateProblems } from '../templates/variables.ts';

const settings = defaultSettings({ email: 'boss@example.com', phone: '(202) 555-0143' });
const ITEMS: Item[] = [
  ...BUTTON_IDS.map((id): Item => ({ kind: 'button', id })),
  ...FORM_IDS.map((id): Item => ({ kind: 'form', id })),
];
const BUTTONS = ITEMS.filter(({ kind }) => kind === 'button');

test('has a value for every setting and for nothing else', () => {
  expect([...settings.keys()].toSorted()).toEqual([...SETTINGS.keys()].toSorted());
});

test.each([...SETTINGS])('the default of %s is valid', (key, kind) => {
  const value = settings.get(key) ?? '';
  expect(settingValue(kind).safeParse(value).error?.issues ?? []).toEqual([]);
  if (kind.type === 'template') {
    expect(templateProblems(value, allowedVariables(kind.item, kind.target), kind.channel)).toEqual([]);
  }
});

test('no default text about an emergency says that someone pressed: the server raises it after a missed check-in', () => {
  const texts = [...settings].filter(([key]) => key.endsWith('_5')).map(([, value]) => value);
  expect(texts.join('\n')).toContain('EMERGENCY: {{NAME}} needs help');
  expect(texts.join('\n')).not.toMatch(/\bpressed\b/);
});

test('notifies the subscriber as the safety team and the user by email, not the consultancy; all buttons on; three empty contacts', () => {
  for (const item of ITEMS) {
    const setting = (field: Parameters<typeof notificationKey>[0]) =>
      settings.get(notificationKey(field, item));
    expect(setting('mail_to_admin_emails')).toBe('boss@example.com');
    expect(setting('mail_to_user')).toBe('yes');
    expect(setting('mail_to_bermac')).toBe('no');
    if (item.kind === 'form') continue;
    expect(setting('sms_to_admin_number')).toBe('+12025550143');
    expect(setting('sms_to_user')).toBe('no');
    expect(setting('sms_to_bermac')).toBe('no');
  }
  for (const { slot } of DASHBOARD_SLOTS) expect(settings.get(modeKey(slot))).toBe('yes');
  const none = { name: '', phone: '', email: '' };
  expect(JSON.parse(settings.get('contact_person') ?? '')).toEqual([none, none, none]);
});

test('converts any number that sign-up accepts to one that the settings accept', () => {
  const kind = SETTINGS.get('sms_to_admin_number_5');
  const typed = fc
    .stringMatching(/^\+?[\d ().\-/]{7,32}$/)
    .filter((text) => phoneField.safeParse(text).success);
  fc.assert(
    fc.property(typed, (phone) => {
      const value = defaultSettings({ email: 'a@example.com', phone }).get('sms_to_admin_number_5') ?? '';
      expect(value).toMatch(/^\+?\d{7,15}$/);
      expect(kind && settingValue(kind).safeParse(value).success).toBe(true);
    }),
    { numRuns: 300, examples: [['+49000-00/)--'], ['+98000-0.//)0']] },
  );
});

const planOf = (item: Item) =>
  planNotifications({
    item,
    settings: new Map(
      [...settings].map(([key, value]) => [
        key,
        /_to_(user|bermac)_/.test(key) && value === 'no' ? 'yes' : value,
      ]),
    ),
    submission: {
      location: { lat: -40.712784, lng: -174.005941 },
      message: 'Is it safe?',
      time: { pressedAt: null, receivedAt: '2026-11-22T20:24:05.000Z', zone: 'America/Denver' },
      recordUrl: 'https://callpoint.example/app/r/PyuMHm8KTVWaUQ1uLG9bEQE',
    },
    user: { name: 'Alexandra Smith', email: 'alex@example.com', phone: '+1 202 555 0143' },
    consultancy: { ...perChannel(() => ''), email: 'help@example.org', sms: '+12025550150' },
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null },
  });

test.each(ITEMS)(
  '$kind $id notifies all roles with all values, and promises a call within 5 minutes',
  (item) => {
    const { messages, screenText } = planOf(item);
    expect(screenText).toContain('phone call within 5 minutes');
    expect(messages).toHaveLength(item.kind === 'button' ? 6 : 3);
    for (const { role, channel, skipped, subject, text } of messages) {
      expect(skipped).toBeNull();
      expect(`${subject}${text}`).not.toMatch(/\{\{|\}\}|undefined/);
      if (role === 'user') continue;
      expect(text).toContain('query=-40.71278,-174.00594');
      expect(text).toContain('Nov 22, 2026, 1:24 PM MST');
      expect(text).toContain('https://callpoint.example/app/r/');
      expect(text).toContain('+1 202 555 0143');
      expect(`${subject}${text}`).toContain('Alexandra Smith');
      if (channel === 'sms') expect(text).not.toMatch(/5\.$|941[^\s]/);
    }
  },
);

test.each(BUTTONS)('the SMS of $kind $id need at most two segments', (item) => {
  const sms = planOf(item).messages.filter(({ channel }) => channel === 'sms');
  expect(sms).toHaveLength(3);
  for (const { text } of sms) {
    const { encoding, segments } = countSegments(text);
    expect(encoding).toBe('GSM-7');
    expect(segments).toBeLessThanOrEqual(2);
  }
});
