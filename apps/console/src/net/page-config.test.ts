import { expect, test } from 'vitest';
import { readPageConfig } from './page-config.ts';

test('reads each setting of the page', () => {
  const config = {
    signUp: 'closed',
    avatarServiceUrl: 'https://avatars.example/api',
    mapsUrl: 'https://maps.example/?q={lat},{lng}',
    mapImageUrl: 'https://maps.example/{lat},{lng}.png',
    mapTiles: { url: 'https://tiles.example/{z}/{x}/{y}.png', credit: 'Tiles Inc.' },
    smsCountries: ['US', 'CA'],
    unconfigured: ['sms', 'voice'],
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
  '{"mapTiles":{"url":"no address"}}',
  '{"avatarServiceUrl":7,"mapsUrl":["x"]}',
  '{"avatarServiceUrl":"no address","mapsUrl":""}',
])('%s counts as not configured', (text) => {
  expect(readPageConfig(text)).toEqual({
    signUp: 'open',
    avatarServiceUrl: null,
    mapsUrl: null,
    mapImageUrl: null,
    mapTiles: null,
    smsCountries: null,
    unconfigured: [],
  });
});
