import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { composeFaults } from './deploy/compose.ts';
import { missingSources } from './deploy/copied-files.ts';
import { documentedSettings, missingSettings, unknownVariables, variablesIn } from './deploy/settings.ts';
import { ignoredFiles } from './deploy/ignored-files.ts';
import { jobFaults } from './deploy/jobs.ts';
import { differences, protectionOf } from './deploy/units.ts';

const SETTINGS = new Set(['PORT', 'SECRET_KEY']);

test('a variable that is no setting is reported, in each kind of file', () => {
  const unknown = (file: string, text: string) => unknownVariables(file, text, SETTINGS);
  expect(unknown('a.env.example', 'PORT=1\n#SECRT_KEY=\n')).toEqual([
    'a.env.example: SECRT_KEY is no setting',
  ]);
  expect(unknown('compose.yml', '      SECRET_KEY: ${KEY:?}\n')).toEqual(['compose.yml: KEY is no setting']);
  expect(unknown('a.service', 'Environment=NODE_ENV=production PRT=%i\n')).toEqual([
    'a.service: PRT is no setting',
  ]);
  expect(unknown('Dockerfile', 'ENV NODE_ENV=production HST=0\n')).toEqual(['Dockerfile: HST is no setting']);
});

test('a setting that a file does not name is reported', () => {
  expect(missingSettings('a', variablesIn('a.env.example', '#PORT=3000\n'), SETTINGS)).toEqual([
    'a: SECRET_KEY is missing',
  ]);
  expect(documentedSettings('| `HOST`, `PORT` | none | |\n| `SECRET_KEY` | none | |')).toEqual([
    'HOST',
    'PORT',
    'SECRET_KEY',
  ]);
});

test('a file that the image copies and that does not exist is reported; a build creates some', () => {
  const dockerfile = [
    'COPY . .',
    'COPY --from=build /app/node_modules node_modules',
    'COPY --from=build /app/apps/phone/dist apps/phone/dist',
    'COPY --from=build /app/apps/fax/dist apps/fax/dist',
    'COPY --from=build /app/LICENCE ./',
  ].join('\n');
  const existing = ['node_modules', 'apps/phone/vite.config.ts', 'LICENSE'];
  expect(missingSources(dockerfile, (path) => existing.includes(path))).toEqual([
    'Dockerfile: apps/fax/dist does not exist',
    'Dockerfile: LICENCE does not exist',
  ]);
});

test('a file that the image does not get is reported', () => {
  const files = ['apps/phone/public/screenshots/home.png', 'apps/phone/public/icon-192.png'];
  const faults = ['.dockerignore: apps/phone/public/screenshots/home.png would be missing in the image'];
  expect(ignoredFiles('# A comment.\n**/screenshots\n', files)).toEqual(faults);
  expect(ignoredFiles('apps/phone/public/screenshots', files)).toEqual(faults);
  expect(ignoredFiles('screenshots\ndocs/screenshots\n**/dist\n', files)).toEqual([]);
});

test('a job that no alert watches is reported, and an alert about a job that does not exist', () => {
  const prometheus = '  - job_name: one\n  - job_name: two\n';
  expect(jobFaults(prometheus, 'expr: up{job="one"} == 0 or up{job="two"} == 0')).toEqual([]);
  expect(jobFaults(prometheus, 'expr: up{job="one"} == 0 or a{job="two"} or a{b="c",job="three"}')).toEqual([
    'deploy/prometheus: no alert watches the job two',
    'deploy/prometheus: no job is named three',
  ]);
});

test('two units that protect the machine differently are reported', () => {
  expect(
    differences('Description=A\nPrivateTmp=yes\n', 'Description=B\n', ['a.service', 'b.service']),
  ).toEqual(['b.service lacks: PrivateTmp=yes']);
  const unit = '[Service]\nUser=a\nNoNewPrivileges=yes\nPrivateTmp=yes\n\n[Install]\nWantedBy=b\n';
  expect(protectionOf(unit)).toBe('NoNewPrivileges=yes\nPrivateTmp=yes');
});

test.each([
  [
    'a key that is misspelled',
    'read_only: true',
    'read_onyl: true',
    [
      'compose.yml: services.callpoint.read_onyl is unknown',
      'compose.yml: services.callpoint.read_only must be true',
    ],
  ],
  [
    'a protection that is missing',
    '    cap_drop: [ALL]\n',
    '',
    ['compose.yml: services.callpoint.cap_drop must be ["ALL"]'],
  ],
  [
    'no process that passes signals on',
    '    init: true\n',
    '',
    ['compose.yml: services.callpoint.init must be true'],
  ],
  [
    'no health check that another service waits for',
    /    healthcheck:\n.*\n.*\n/,
    '',
    ['compose.yml: services.database must be healthy before others start, and needs a health check'],
  ],
  ['a volume that is not declared', '  backups:\n', '', ['compose.yml: the volume backups is not declared']],
  [
    'a key twice',
    'read_only: true',
    'read_only: true\n    read_only: false',
    [expect.stringMatching(/^compose.yml: Map keys must be unique/)],
  ],
])('%s in the file of Compose is reported', (_what, from, to, faults) => {
  const read = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
  const text = read('compose.yml');
  const { version } = JSON.parse(read('../package.json')) as { version: string };
  expect(composeFaults(text, read('Dockerfile'), version)).toEqual([]);
  expect(composeFaults(text.replace(from, to), read('Dockerfile'), version)).toEqual(faults);
  expect(composeFaults(text, read('Dockerfile'), '99.0.0')).toEqual([
    'compose.yml: services.callpoint.image must be "callpoint:99.0.0"',
  ]);
  expect(composeFaults(text, 'FROM scratch\n', version)).toEqual([
    'compose.yml: the Dockerfile of callpoint has no health check',
  ]);
});
