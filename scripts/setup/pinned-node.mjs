import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Why the pinned Node does not run; undefined if it runs.
 * @param {string} node its path
 * @returns {string | undefined}
 */
export function nodeProblem(node) {
  const { status, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status === 0) return undefined;
  if (!existsSync(node)) {
    return (
      `The pinned Node is missing after installation (${node}).\n` +
      'Its package downloads it in an install script: npm must be allowed to run that (ignore-scripts must be\n' +
      `off: "npm config get ignore-scripts"), and Node must be published for ${process.platform}-${process.arch}.`
    );
  }
  const message = stderr?.trim() || 'It printed nothing.';
  const library = /(\S+\.so[.\d]*): cannot open shared object file/.exec(message)?.[1];
  if (library === undefined) return `The pinned Node (${node}) does not run:\n${message}`;
  return (
    `The pinned Node needs the library ${library}, which this system does not have:\n${message}\n` +
    (library.startsWith('libatomic')
      ? 'Install it as root: "apt-get install libatomic1" on Debian and Ubuntu, "dnf install libatomic" on Fedora and Red Hat.'
      : 'Install the package of your system that contains it.')
  );
}
