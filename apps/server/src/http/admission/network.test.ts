import { expect, test } from 'vitest';
import { getNetwork, getSitePrefix } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(getNetwork(address)).toBe(network);
});

test('addresses of one /64 are one network, those of another are not', () => {
  expect(getNetwork('2001:db8:1:2:aaaa::1')).toBe(getNetwork('2001:db8:1:2:bbbb::2'));
  expect(getNetwork('2001:db8:1:3::1')).not.toBe(getNetwork('2001:db8:1:2::1'));
});

test('a site is an IPv4 address, or the /48 of an IPv6 address', () => {
  expect(getSitePrefix('203.0.113.7')).toBe('203.0.113.7');
  expect(getSitePrefix('2001:db8:1:2::1')).toBe('2001:db8:1::/48');
  expect(getSitePrefix('2001:db8:1:ffff::1')).toBe(getSitePrefix('2001:db8:1:2::1'));
});
