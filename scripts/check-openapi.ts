// Checks that docs/openapi.json passes Redocly and Spectral without an error or a warning. Their rules: scripts/openapi/.
import { captureOutput } from './suites/capture-output.ts';
import { pinnedNode } from './setup/paths.mjs';

const FILE = 'docs/openapi.json';

/** Each linter: its command line, and a pattern that its output matches only if it found nothing. */
const linters = [
  {
    args: ['node_modules/@redocly/cli/bin/cli.js', 'lint', FILE, '--config=scripts/openapi/redocly.yaml'],
    // Its exit code is 0 even with warnings.
    clean: /^Woohoo! Your API description is valid/m,
    dirty: /You have \d+ warning/,
  },
  {
    args: [
      'node_modules/@stoplight/spectral-cli/dist/index.js',
      'lint',
      FILE,
      '--ruleset=scripts/openapi/spectral.yaml',
      '--fail-severity=hint',
    ],
    clean: /^No results with a severity of 'hint' or higher found!/m,
    dirty: null,
  },
];

// Redocly otherwise sends usage data and checks for updates.
Object.assign(process.env, { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' });

const results = await Promise.all(
  linters.map(async ({ args, clean, dirty }) => {
    const { code, output } = await captureOutput(pinnedNode, args);
    return { output, passed: code === 0 && clean.test(output) && !dirty?.test(output) };
  }),
);
for (const { output } of results.filter(({ passed }) => !passed)) console.error(output);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
