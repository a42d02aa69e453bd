// Checks the example files for operation: each variable is a setting, no setting is forgotten, each copied file exists and is not ignored,
// Compose's file is valid, alerts and jobs have the same names.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '@callpoint/server/delivery/channels/environment';
import { composeFaults } from './deploy/compose.ts';
import { missingSources } from './deploy/copied-files.ts';
import { documentedSettings, missingSettings, unknownVariables, variablesIn } from './deploy/settings.ts';
import { ignoredFiles } from './deploy/ignored-files.ts';
import { jobFaults } from './deploy/jobs.ts';
import { differences, protectionOf, systemdFaults } from './deploy/units.ts';
import { root } from './setup/paths.mjs';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const settings = settingNames();
const EXAMPLE = 'deploy/callpoint.env.example';
const MANUAL = 'docs/operations.md';
const UNITS = ['callpoint.service', 'callpoint@.service'] as const;
const BACKUP_UNITS = ['callpoint-backup.service', 'callpoint-backup.timer'] as const;
/** Files that a build copies into what browsers load. */
const publicFiles = () => globSync('apps/*/public/**/*.*', { cwd: root });
const files = ['compose.yml', 'Dockerfile', ...UNITS, ...BACKUP_UNITS].map((name) => `deploy/${name}`);

const [one, several] = UNITS.map((name) => read(`deploy/${name}`)) as [string, string];
const { version } = JSON.parse(read('package.json')) as { version: string };
const alerts = read('deploy/prometheus/alerts.yml');

const faults = [
  ...[...files, EXAMPLE].flatMap((file) => unknownVariables(file, read(file), settings)),
  ...missingSettings(EXAMPLE, variablesIn(EXAMPLE, read(EXAMPLE)), settings),
  ...missingSettings(MANUAL, documentedSettings(read(MANUAL)), settings),
  ...missingSources(read('deploy/Dockerfile'), (path) => existsSync(join(root, path))),
  ...composeFaults(read('deploy/compose.yml'), read('deploy/Dockerfile'), version),
  ...ignoredFiles(read('.dockerignore'), publicFiles()),
  ...differences(one, several, UNITS),
  ...differences(protectionOf(one), protectionOf(read(`deploy/${BACKUP_UNITS[0]}`)), [
    UNITS[0],
    BACKUP_UNITS[0],
  ]),
  ...systemdFaults(
    Object.fromEntries([...UNITS, ...BACKUP_UNITS].map((name) => [name, read(`deploy/${name}`)])),
    root,
  ),
  ...jobFaults(read('deploy/prometheus/prometheus.yml'), alerts),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
