import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testAuthority } from '../../testing/providers/certificates.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { readEnvironment } from './environment.ts';
import { EnvironmentError } from '../../config/variables.ts';

/** The problems that the operator reads. */
function problemsOf(variables: Record<string, string>): string[] {
  try {
    readEnvironment(variables);
    return [];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return error.message.split('; ');
  }
}

test('without variables: SQLite in ./data on 127.0.0.1:3000, email not configured', () => {
  expect(readEnvironment({ SMTP_URL: '' })).toEqual({
    databaseUrl: null,
    databaseListenUrl: null,
    databaseReadUrl: null,
    imageBucket: null,
    dataDir: './data',
    port: 3000,
    host: '127.0.0.1',
    metricsListen: null,
    publicUrl: null,
    trustedProxies: [],
    stopDelay: 0,
    logLevel: 'info',
    admin: { email: null, password: null },
    secretKey: null,
    secretKeyPrevious: null,
    channels: { email: null, sms: null, voice: null, push: {} },
    smsCountries: null,
    retentionDays: 1826,
    maps: { mapsUrl: null, mapImageUrl: null },
    mapTiles: null,
    signUp: 'open',
    avatarServiceUrl: 'https://ui-avatars.com/api/',
    payments: { baseUrl: null, webhookSecret: null },
  });
});

test('reports all invalid variables in one line, by name', () => {
  const wrong = {
    DATABASE_URL: 'mysql://localhost/x',
    PORT: '70000',
    METRICS_LISTEN: 'localhost:9464',
    PUBLIC_URL: 'safety.example',
    LOG_LEVEL: 'loud',
    MAPS_URL: 'https://maps.example/',
    ADMIN_PASSWORD: 'short',
    RETENTION_DAYS: '6',
    STOP_DELAY: '21',
    MAP_TILES_URL: 'https://tiles.example/{z}/{x}.png',
  };
  const read = () => readEnvironment(wrong);
  expect(read).toThrow(EnvironmentError);
  expect(read).toThrow(/^[^\n]+$/);
  for (const name of Object.keys(wrong)) expect(read).toThrow(name);
});

test('names at once what is invalid and what is missing, of the server and of its channels', () => {
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_VOICE_FROM: '+12025550199' };
  const missing = [
    'SECRET_KEY_PREVIOUS needs SECRET_KEY, the key that replaces it',
    'DATABASE_READ_URL needs DATABASE_URL, whose replica it is',
    'SMS need TWILIO_AUTH_TOKEN and TWILIO_FROM too',
    'Voice calls need TWILIO_AUTH_TOKEN too',
  ];
  const alone = {
    ...twilio,
    SECRET_KEY_PREVIOUS: 'a'.repeat(64),
    DATABASE_READ_URL: 'postgres://app@replica/callpoint',
  };
  const invalid = [
    'SMTP_CA must be a file of PEM certificates that can be read',
    'TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits',
  ];
  expect(problemsOf({ ...alone, SMTP_CA: '/nope' }).toSorted()).toEqual([...invalid, ...missing].toSorted());
  expect(problemsOf({ ...alone, TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` })).toEqual(missing);
});

test.each([
  ['SECRET_KEY_PREVIOUS', 'SECRET_KEY', 'a'.repeat(64)],
  ['DATABASE_READ_URL', 'DATABASE_URL', 'postgres://app@replica/callpoint'],
  ['DATABASE_LISTEN_URL', 'DATABASE_URL', 'postgres://app@direct/callpoint'],
  ['MAP_TILES_CREDIT', 'MAP_TILES_URL', 'Tiles Inc.'],
])('%s without %s is rejected, because it would change nothing', (name, needed, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} needs ${needed}, `)]);
});

test('a replica is one host, not the primary of several', () => {
  const DATABASE_URL = 'postgres://app@first,second/callpoint';
  const read = (DATABASE_READ_URL: string) => problemsOf({ DATABASE_URL, DATABASE_READ_URL });
  expect(read('postgres://app@second/callpoint')).toEqual([]);
  expect(read('postgres://app@first,second/callpoint')).toEqual([
    'DATABASE_READ_URL must name one host, a standby: with several hosts, the primary would be searched among them',
  ]);
});

const ENCODE = 'must write # as %23, / as %2F, ? as %3F and @ as %40 in its user name and password';

test.each(['p#w', 'p/w', 'p?w', '#w', '12#4', '12/4', '12?4', 'p#w=1', '4#w=1'])(
  'says how to write the password %s in an address',
  (password) => {
    for (const [name, address] of [
      ['DATABASE_URL', `postgres://callpoint:${password}@db.example/callpoint`],
      ['DATABASE_URL', `postgres://callpoint:${password}@first.example:5432,second.example:5432/callpoint`],
      ['SMTP_URL', `smtp://callpoint:${password}@mail.example`],
      ['SMTP_URL', `smtps://callpoint:${password}@mail.example:465?maxConnections=2`],
      ['PICTURES_URL', `https://callpoint:${password}@store.example/bucket`],
    ] as const)
      expect(problemsOf({ [name]: address })).toEqual([`${name} ${ENCODE}`]);
  },
);

test.each(['p@w#x', 'p@w/x', 'p@w?x'])('does not read the rest of the password %s as a host', (password) => {
  for (const [name, address] of [
    ['DATABASE_URL', `postgres://callpoint:${password}@db.example/callpoint`],
    ['SMTP_URL', `smtp://callpoint:${password}@mail.example:587`],
  ] as const)
    expect(problemsOf({ [name]: address })).toEqual([`${name} ${ENCODE}`]);
});

test('accepts encoded passwords, and @ where an option contains it', () => {
  for (const [name, address] of [
    ['DATABASE_URL', 'postgres://callpoint:p%23%2F%3Fw@db.example/callpoint'],
    ['DATABASE_URL', 'postgres://db.example:5432/callpoint?user=ann@work'],
    ['DATABASE_URL', 'postgres://first.example:5432,second.example:5432/callpoint?application_name=a@b'],
    ['DATABASE_URL', 'postgres://callpoint:p@w@db.example/callpoint'],
    ['SMTP_URL', 'smtp://us%40er:p%23w@mail.example:587/?maxConnections=2'],
    ['PICTURES_URL', 'https://KEY:a%2Fb@store.example:9000/bucket/a@b'],
    ['TWILIO_BASE_URL', 'https://twilio.example:8443/@1,2'],
  ] as const)
    expect(problemsOf({ [name]: address })).toEqual([]);
});

test('says what is wrong with an address that starts with the right protocol', () => {
  for (const [name, address, problem] of [
    ['DATABASE_URL', 'postgres://app@db.example:port/x', 'must be an address like postgres://user'],
    ['SMTP_URL', 'smtp://mail.example:port', 'must be an address like smtp://user'],
    ['PUBLIC_URL', 'https://safety example', 'must be an address like https://host.example'],
    ['SMTP_URL', 'mail.example', 'must be an address that starts with smtp:// or smtps://'],
  ] as const)
    expect(problemsOf({ [name]: address })).toEqual([expect.stringContaining(`${name} ${problem}`)]);
});

test('names the setting whose file of certificates cannot be read', () => {
  for (const name of ['DATABASE_URL', 'DATABASE_LISTEN_URL', 'DATABASE_READ_URL']) {
    const address = 'postgres://app@db.example/x?sslmode=verify-full&sslrootcert=/nope/ca.pem';
    expect(problemsOf({ DATABASE_URL: 'postgres://app@db.example/x', [name]: address })).toEqual([
      `${name} has the option sslrootcert, whose file cannot be read (ENOENT): /nope/ca.pem`,
    ]);
  }
});

test('the texts about settings are our own', () => {
  expect(problemsOf({ LOG_LEVEL: 'x', ADMIN_PASSWORD: 'a'.repeat(129) })).toEqual([
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    'ADMIN_PASSWORD must be at most 128 characters',
  ]);
});

test('reads where metrics are served, and rejects names and ports that do not exist', () => {
  const read = (METRICS_LISTEN: string) => readEnvironment({ METRICS_LISTEN }).metricsListen;
  expect(read('127.0.0.1:9464')).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(read('[::1]:0')).toEqual({ host: '::1', port: 0 });
  for (const wrong of ['9464', '127.0.0.1', '127.0.0.1:70000', '::1:9464', '[127.0.0.1]:1', 'localhost:9464'])
    expect(() => read(wrong)).toThrow('METRICS_LISTEN must be an address and a port');
});

test('removes the slash at the end of the public URL, and can switch off the avatar service', () => {
  const { publicUrl, avatarServiceUrl } = readEnvironment({
    PUBLIC_URL: 'https://x.example/',
    AVATAR_SERVICE_URL: 'none',
  });
  expect([publicUrl, avatarServiceUrl]).toEqual(['https://x.example', null]);
});

test('reads the address of map tiles, and whom to credit for them', () => {
  const MAP_TILES_URL = 'https://tiles.example/{z}/{x}/{y}.png';
  expect(readEnvironment({ MAP_TILES_URL }).mapTiles).toEqual({ url: MAP_TILES_URL, credit: '' });
  expect(readEnvironment({ MAP_TILES_URL, MAP_TILES_CREDIT: 'Tiles Inc.' }).mapTiles?.credit).toBe(
    'Tiles Inc.',
  );
});

test('accepts addresses and networks of proxies', () => {
  const { trustedProxies } = readEnvironment({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8' });
  expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
  for (const TRUSTED_PROXIES of [
    'true',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '127.0.0.1,',
    '/8',
    '0.0.0.0/0',
    '::/0',
  ]) {
    expect(() => readEnvironment({ TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES must be');
  }
});

test('SMS need the account, its token and a from-number: all or none', () => {
  const all = {
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+12025550100',
  };
  expect(readEnvironment({ ...all, TWILIO_BASE_URL: 'http://127.0.0.1:9' }).channels.sms).toEqual({
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

test('voice calls need the account of SMS, a number to call from, and the public URL for the answers', () => {
  const account = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token' };
  const all = { ...account, TWILIO_FROM: '+12025550100', PUBLIC_URL: 'https://callpoint.example' };
  const voiceOf = (variables: Record<string, string>) => readEnvironment(variables).channels.voice;
  expect(voiceOf({ ...all, TWILIO_BASE_URL: 'http://127.0.0.1:9' })).toEqual({
    accountSid: account.TWILIO_ACCOUNT_SID,
    authToken: 'token',
    from: '+12025550100',
    baseUrl: 'http://127.0.0.1:9',
  });
  expect(voiceOf({ ...all, TWILIO_VOICE_FROM: '+12025550199' })).toMatchObject({ from: '+12025550199' });
  expect(voiceOf({ ...all, PUBLIC_URL: '' })).toBeNull();
  expect(voiceOf({ ...all, TWILIO_FROM: 'Callpoint' })).toBeNull();
  expect(voiceOf({ ...all, TWILIO_FROM: '12345' })).toBeNull();
  expect(voiceOf({ ...all, TWILIO_FROM: 'Callpoint', TWILIO_VOICE_FROM: '+12025550199' })).not.toBeNull();
  expect(() => voiceOf({ TWILIO_VOICE_FROM: '+12025550199' })).toThrow(
    'Voice calls need TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN too',
  );
  for (const TWILIO_VOICE_FROM of ['Callpoint', '12345', '+1', `MG${'0'.repeat(32)}`])
    expect(() => voiceOf({ ...all, TWILIO_VOICE_FROM })).toThrow('TWILIO_VOICE_FROM must be a number');
});

test.each([
  ['maxConnections=abc', 'SMTP_URL must set maxConnections from 1 to 100'],
  ['maxConnections=0', 'SMTP_URL must set maxConnections from 1 to 100'],
  ['socketTimeout=-1', 'SMTP_URL must set socketTimeout from 1 to 600000'],
  ['pool=false', 'SMTP_URL has an unknown option pool: it can have maxConnections'],
  ['ignoreTLS=true', 'SMTP_URL has an unknown option ignoreTLS'],
  ['tls.rejectUnauthorized=false', 'SMTP_URL has an unknown option tls.rejectUnauthorized'],
  ['tls=off', 'SMTP_URL can set tls to optional only'],
  ['tls=optional&tls=optional', 'SMTP_URL must set tls once'],
  ['tlsServerName=a%20b', 'SMTP_URL must set tlsServerName to a host name'],
  ['constructor=1', 'SMTP_URL has an unknown option constructor'],
])('a mail server with ?%s is rejected at the start', (query, problem) => {
  expect(() => readEnvironment({ SMTP_URL: `smtp://mail.example?${query}` })).toThrow(problem);
});

test('rejects an invalid URL of a mail server at the start', () => {
  const problemOf = (SMTP_URL: string) => () => readEnvironment({ SMTP_URL });
  expect(problemOf('smtps://mail.example?tls=optional')).toThrow('must not set tls=optional');
  expect(problemOf('smtp://')).toThrow('SMTP_URL must name a host');
  expect(problemOf('smtp://user:50%@mail.example')).toThrow('must write % in a password as %25');
});

test('reads the certificates of SMTP_CA at the start', () => {
  const folder = temporaryFolder('smtp-ca-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const authorities = [testAuthority('One').certificate, testAuthority('Two').certificate];
  const file = join(folder, 'ca.pem');
  writeFileSync(file, `Our authorities\n${authorities.join('\n')}`);
  const smtp = readEnvironment({ SMTP_URL: 'smtp://mail.example', SMTP_CA: file }).channels.email;
  expect(smtp?.ca).toEqual(authorities.map((pem) => pem.trim()));

  writeFileSync(file, 'not a certificate');
  for (const SMTP_CA of [file, join(folder, 'missing.pem')]) {
    expect(() => readEnvironment({ SMTP_CA })).toThrow('SMTP_CA must be a file of PEM certificates');
  }
});

test('a secret key is 32 bytes, as hexadecimal digits or base64', () => {
  const key = Buffer.from('0123456789abcdef0123456789abcdef');
  for (const SECRET_KEY of [key.toString('hex'), key.toString('base64'), key.toString('base64url')]) {
    expect(readEnvironment({ SECRET_KEY }).secretKey).toEqual(key);
  }
  for (const SECRET_KEY of ['secret', key.toString('hex').slice(1), `${key.toString('base64')}A`]) {
    expect(() => readEnvironment({ SECRET_KEY })).toThrow('SECRET_KEY must be 32 bytes');
  }
  expect(() => readEnvironment({ SECRET_KEY_PREVIOUS: key.toString('hex') })).toThrow(
    'SECRET_KEY_PREVIOUS needs SECRET_KEY',
  );
});

test('a replica needs the database that it is one of', () => {
  const DATABASE_READ_URL = 'postgres://app@replica/callpoint';
  expect(() => readEnvironment({ DATABASE_READ_URL })).toThrow('DATABASE_READ_URL needs DATABASE_URL');
  const both = { DATABASE_READ_URL, DATABASE_URL: 'postgres://app@primary/callpoint' };
  expect(readEnvironment(both).databaseReadUrl).toBe(DATABASE_READ_URL);
});

test('sends SMS to the listed countries, else to the country of the from-number, else to all', () => {
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
