import { expect, test } from 'vitest';
import { EnvironmentError, readEnvironment } from './environment.ts';

test('nothing set: SQLite in ./data on 127.0.0.1:3000, e-mail not configured', () => {
  expect(readEnvironment({ SMTP_URL: '' })).toEqual({
    databaseUrl: null,
    databaseListenUrl: null,
    dataDir: './data',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    trustedProxies: [],
    logLevel: 'info',
    admin: { email: null, password: null },
    smtp: null,
    twilio: null,
    smsCountries: null,
    retentionDays: 1826,
    maps: { mapsUrl: null, mapImageUrl: null },
    signUp: 'open',
    avatarServiceUrl: 'https://ui-avatars.com/api/',
  });
});

test('all that is wrong is one line, by name', () => {
  const wrong = {
    DATABASE_URL: 'mysql://localhost/x',
    PORT: '70000',
    PUBLIC_URL: 'safety.example',
    LOG_LEVEL: 'loud',
    MAPS_URL: 'https://maps.example/',
    ADMIN_PASSWORD: 'short',
    RETENTION_DAYS: '6',
  };
  const read = () => readEnvironment(wrong);
  expect(read).toThrow(EnvironmentError);
  expect(read).toThrow(/^[^\n]+$/);
  for (const name of Object.keys(wrong)) expect(read).toThrow(name);
});

test('the public address has no slash at its end, and the avatar service can be switched off', () => {
  const { publicUrl, avatarServiceUrl } = readEnvironment({
    PUBLIC_URL: 'https://x.example/',
    AVATAR_SERVICE_URL: 'none',
  });
  expect([publicUrl, avatarServiceUrl]).toEqual(['https://x.example', null]);
});

test('proxies are named by address or network', () => {
  const { trustedProxies } = readEnvironment({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8' });
  expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
  for (const TRUSTED_PROXIES of [
    'true',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '127.0.0.1,',
    '/8',
  ]) {
    expect(() => readEnvironment({ TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES must be');
  }
});

test('SMS need the account, its token and a sender: all or none', () => {
  const all = {
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+12025550100',
  };
  expect(readEnvironment({ ...all, TWILIO_BASE_URL: 'http://127.0.0.1:9' }).twilio).toEqual({
    accountSid: all.TWILIO_ACCOUNT_SID,
    authToken: 'token',
    from: '+12025550100',
    baseUrl: 'http://127.0.0.1:9',
  });
  expect(() => readEnvironment({ TWILIO_FROM: 'Callpoint' })).toThrow(
    'SMS need TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN too',
  );
  for (const TWILIO_FROM of ['202 555', '+1', 'a name that is too long', '****']) {
    expect(() => readEnvironment({ ...all, TWILIO_FROM })).toThrow('TWILIO_FROM must be');
  }
});

test.each([
  'smtp://mail.example?maxConnections=abc',
  'smtp://mail.example?maxConnections=0',
  'smtp://mail.example?pool=false',
])('%s is refused', (SMTP_URL) => {
  expect(() => readEnvironment({ SMTP_URL })).toThrow('SMTP_URL must');
});

test('SMS go to the listed countries, else to the country of the sender’s number, else to all', () => {
  const twilio = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token' };
  const countriesOf = (variables: Record<string, string>) => readEnvironment(variables).smsCountries;
  expect(countriesOf({ SMS_COUNTRIES: 'us, CA' })).toEqual(['US', 'CA']);
  expect(countriesOf({ ...twilio, TWILIO_FROM: '+442079460123' })).toEqual(['GB']);
  expect(countriesOf({ ...twilio, TWILIO_FROM: '+442079460123', SMS_COUNTRIES: 'IE' })).toEqual(['IE']);
  expect(countriesOf({ ...twilio, TWILIO_FROM: 'Callpoint' })).toBeNull();
  for (const SMS_COUNTRIES of ['UK', 'USA', 'US,', 'all'])
    expect(() => readEnvironment({ SMS_COUNTRIES })).toThrow('SMS_COUNTRIES must be codes of countries');
});

test('sign-up is open or closed', () => {
  expect(readEnvironment({ SIGN_UP: 'closed' }).signUp).toBe('closed');
  expect(() => readEnvironment({ SIGN_UP: 'no' })).toThrow('SIGN_UP must be open or closed');
});
