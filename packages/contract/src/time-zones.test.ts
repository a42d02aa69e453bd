import { expect, test } from 'vitest';
import { isZone } from './time-zones.ts';

test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Etc/GMT+5'])(
  '%s is a time zone',
  (name) => expect(isZone(name)).toBe(true),
);

test.each(['', '+01:00', 'Berlin', 'Europe/Nowhere', 'Europe/Berlin\n', '../etc/passwd', 'x'.repeat(200)])(
  '%j is not a time zone',
  (name) => expect(isZone(name)).toBe(false),
);
