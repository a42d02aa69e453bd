import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { browserApps } from '../setup/build.mjs';
import { pinnedNode, root } from '../setup/paths.mjs';
import { UserError, secondsSince } from '../setup/progress.mjs';
import { captureOutput } from './capture-output.ts';
import { type SuiteOutcome, formatFailure } from './outcome.ts';

type Check = {
  name: string;
  file: string;
  args: readonly string[];
  /** Whether the output is printed even if the check passes. */
  shown?: boolean;
};

/** Several checkers of types each check the types that files share: on two cores, one of them takes half of the time. */
const ONE_CHECKER = ['--checkers', '1'];
/** The compiler and the linter are written in Go: collecting garbage less often takes a quarter of the time off. */
const LESS_GARBAGE_COLLECTION = { GOGC: '400' };

/** Each check by its name, and the file that Node runs for it. */
function allChecks(): Check[] {
  return [
    {
      name: 'types',
      file: 'node_modules/typescript/bin/tsc',
      args: ['-p', 'tsconfig.json', ...ONE_CHECKER],
    },
    ...browserApps().map((app) => ({
      name: `types ${app}`,
      file: 'node_modules/typescript/bin/tsc',
      args: ['-p', `${app}/tsconfig.json`, ...ONE_CHECKER],
    })),
    { name: 'lint', file: 'node_modules/oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
    { name: 'format', file: 'node_modules/oxfmt/bin/oxfmt', args: ['--check', '.'] },
    { name: 'unused', file: 'node_modules/knip/bin/knip.js', args: ['--no-progress'] },
    { name: 'imports', file: 'scripts/check-imports.ts', args: [] },
    { name: 'budget', file: 'scripts/check-budget.ts', args: [], shown: true },
    { name: 'texts', file: 'scripts/check-texts.ts', args: [] },
    { name: 'journeys', file: 'scripts/check-journeys.ts', args: [] },
    { name: 'openapi', file: 'scripts/check-openapi.ts', args: [] },
    { name: 'deploy', file: 'scripts/check-deploy.ts', args: [] },
    { name: 'lockfile', file: 'scripts/check-lockfile.ts', args: [] },
    { name: 'licenses', file: 'scripts/check-licenses.ts', args: [] },
  ];
}

/**
 * Runs all checks (or those whose names start with a requested word) and prints every failure.
 * @param wanted e.g. `['types', 'lint']`; none: all
 */
export async function runChecks(wanted: readonly string[] = []): Promise<SuiteOutcome> {
  const chosen = allChecks().filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
  );
  if (chosen.length === 0) {
    throw new UserError(
      `There is no check named ${wanted.join(', ')}. There are: ${allChecks()
        .map((it) => it.name)
        .join(', ')}.`,
    );
  }
  const results = await Promise.all(chosen.map(runCheck));
  const failures = results.filter((failure) => failure !== undefined);
  return { passed: results.length - failures.length, failed: failures.length, failures };
}

/** The text of the failure; undefined if the check passed. */
async function runCheck({ name, file, args, shown = false }: Check): Promise<string | undefined> {
  const startedAt = performance.now();
  const { code, output } = existsSync(join(root, file))
    ? await captureOutput(pinnedNode, [file, ...args], LESS_GARBAGE_COLLECTION)
    : { code: 1, output: `${file} is missing` };
  const passed = code === 0;
  console.log(`${passed ? 'pass' : 'FAIL'}  ${name} (${secondsSince(startedAt)})`);
  if (!passed || shown) console.log(`${output}\n`);
  return passed ? undefined : formatFailure(`check ${name}`, [output]);
}
