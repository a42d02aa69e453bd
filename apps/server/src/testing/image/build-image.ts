import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

export type BuiltImage = {
  /** The folder of the image's files. */
  app: string;
  /** The programs of the image with their arguments, relative to `app`. */
  command: readonly string[];
  healthCheck: readonly string[];
};

/**
 * Does what `deploy/Dockerfile` does, without its base images, whose packages this machine must have: runs the commands of the first
 * stage in a copy of the committed files, and copies what the second stage copies.
 * @param folder an empty folder
 */
export async function buildImage(folder: string): Promise<BuiltImage> {
  const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '');
  const [, first = '', second = ''] = dockerfile.split(/^FROM .*$/m);
  const [source, app] = [join(folder, 'source'), join(folder, 'app')];
  execFileSync('git', ['checkout-index', '--all', `--prefix=${source}/`], { cwd: ROOT });
  for (const command of instructions(first, 'RUN')) {
    if (command.startsWith('apt-get')) continue;
    // Not the packages that npm keeps for everything else on this machine.
    await run(command.replace('&& npm cache clean --force', ''), source);
  }
  for (const copied of instructions(second, 'COPY')) {
    const [, from = '', to = ''] = /^--from=build \/app\/(\S+) (\S+)$/.exec(copied) ?? [];
    const target = to === './' ? join(app, from) : join(app, to);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(source, from), target, { recursive: true, verbatimSymlinks: true });
  }
  const [command = '[]'] = instructions(second, 'CMD');
  const [health = ''] = instructions(second, 'HEALTHCHECK');
  for (const path of [folder, app]) chmodSync(path, 0o755);
  return {
    app,
    command: JSON.parse(command) as string[],
    healthCheck: JSON.parse(health.slice(health.indexOf('['))) as string[],
  };
}

/** What follows an instruction in each of its lines. */
function instructions(stage: string, name: string): string[] {
  const lines = stage.split('\n').filter((line) => line.startsWith(`${name} `));
  return lines.map((line) => line.slice(name.length + 1).trim());
}

async function run(command: string, cwd: string): Promise<void> {
  const output: string[] = [];
  // Nothing of the tests: their Node would be found before that of the build.
  const PATH = (process.env['PATH'] ?? '')
    .split(':')
    .filter((path) => !path.includes('node_modules'))
    .join(':');
  const child = spawn('sh', ['-euc', command], { cwd, env: { PATH, HOME: process.env['HOME'] } });
  child.stdout.on('data', (part) => output.push(String(part)));
  child.stderr.on('data', (part) => output.push(String(part)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output.join('')}`);
}
