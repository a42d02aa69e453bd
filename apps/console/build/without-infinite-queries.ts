import type { Plugin } from 'vite';

const BEHAVIOR = /@tanstack\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/;

/** Leaves out the code of infinite queries, which every query would load and the console does not use: its lists have pages. */
export function withoutInfiniteQueries(): Plugin {
  let isReplaced = false;
  return {
    name: 'without-infinite-queries',
    apply: 'build',
    transform: {
      filter: { id: BEHAVIOR },
      handler() {
        isReplaced = true;
        return {
          code: 'export { infiniteQueryBehavior, hasNextPage, hasPreviousPage };\nfunction infiniteQueryBehavior() {}\nfunction hasNextPage() {}\nfunction hasPreviousPage() {}',
          map: null,
        };
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error(
          '@tanstack/query-core has no infiniteQueryBehavior.js any more: see without-infinite-queries.ts',
        );
    },
  };
}
