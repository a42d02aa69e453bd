import { channelNameViolations } from './channel-names.ts';
import { dialectViolations } from './dialect.ts';
import { importViolation } from './directions.ts';
import { featureDatabaseViolations } from './feature-database.ts';
import { type SourceFile, readGraph } from './graph.ts';
import { nameViolation } from './names.ts';
import { rawDatabaseViolations } from './raw-database.ts';
import { readWorkspaces } from './workspaces.ts';

/**
 * All violations of the import rules in the sources of a repository, one line each: `file:line: reason`.
 * @param root absolute path of the repository
 */
export function findViolations(root: string): { files: number; violations: string[] } {
  const files = readGraph(readWorkspaces(root));
  const violations = [
    ...files.flatMap((file) => line(nameOf(file), nameViolation(file))),
    ...files.flatMap((file) =>
      file.imports.flatMap((it) => line(`${nameOf(file)}:${it.line}`, importViolation(file, it))),
    ),
    ...files.flatMap((file) =>
      [
        ...dialectViolations(file),
        ...featureDatabaseViolations(file),
        ...channelNameViolations(file),
        ...rawDatabaseViolations(file),
      ].flatMap((found) => line(`${nameOf(file)}:${found.line}`, found.why)),
    ),
  ];
  return { files: files.length, violations };
}

const line = (location: string, why: string | undefined) =>
  why === undefined ? [] : [`${location}: ${why}`];

const nameOf = ({ workspace, path }: Pick<SourceFile, 'workspace' | 'path'>) => `${workspace.path}/${path}`;
