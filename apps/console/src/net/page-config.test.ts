import { expect, test } from 'vitest';
import { readPageConfig } from './page-config.ts';

test('reads whether sign-up is open, the addresses of the avatar service and the maps, and the countries of SMS', () => {
  const config = {
    signUp: 'closed',
    avatarServiceUrl: 'https://avatars.example/api',
    mapsUrl: 'https://maps.example/?q={lat},{lng}',
    mapImageUrl: 'https://maps.example/{lat},{lng}.png',
    smsCountries: ['US', 'CA'],
  };
  expect(readPageConfig(JSON.stringify(config))).toEqual(config);
});

test.each([
  undefined,
  null,
  '',
  '{',
  '{}',
  'null',
  '{"smsCountries":"US"}',
  '{"avatarServiceUrl":7,"mapsUrl":["x"]}',
  '{"avatarServiceUrl":"no address","mapsUrl":""}',
])('%s counts as not configured', (text) => {
  expect(readPageConfig(text)).toEqual({
    signUp: 'open',
    avatarServiceUrl: null,
    mapsUrl: null,
    mapImageUrl: null,
    smsCountries: null,
  });
});
