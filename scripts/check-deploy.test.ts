import { expect, test } from 'vitest';
import { missingSources } from './deploy/copied-files.ts';
import { documentedSettings, missingSettings, unknownVariables, variablesIn } from './deploy/settings.ts';
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

test('two units that protect the machine differently are reported', () => {
  expect(
    differences('Description=A\nPrivateTmp=yes\n', 'Description=B\n', ['a.service', 'b.service']),
  ).toEqual(['b.service lacks: PrivateTmp=yes']);
  const unit = '[Service]\nUser=a\nNoNewPrivileges=yes\nPrivateTmp=yes\n\n[Install]\nWantedBy=b\n';
  expect(protectionOf(unit)).toBe('NoNewPrivileges=yes\nPrivateTmp=yes');
});
