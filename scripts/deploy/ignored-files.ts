import { matchesGlob } from 'node:path';

/**
 * The files that a `.dockerignore` keeps out of the image. A pattern is a path from the root of the repository, of a file or of a folder
 * with all that is in it. Docker's exceptions (`!`) are not supported.
 */
export function ignoredFiles(dockerignore: string, files: readonly string[]): string[] {
  const patterns = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const isIgnored = (file: string) =>
    patterns.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`));
  return files.filter(isIgnored).map((file) => `.dockerignore: ${file} would be missing in the image`);
}
