/** The folders that the first stage of the image creates. */
const BUILT = /^(node_modules|apps\/[a-z]+\/dist)$/;

/** The sources that a Dockerfile copies from its stages and that the repository does not have. */
export function missingSources(dockerfile: string, exists: (path: string) => boolean): string[] {
  const sources = [...dockerfile.matchAll(/^COPY --from=\S+ (.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  return sources
    .map((path) => path.replace(/^\/app\//, ''))
    .filter((path) => !exists(BUILT.test(path) ? path.replace(/dist$/, 'vite.config.ts') : path))
    .map((path) => `Dockerfile: ${path} does not exist`);
}
