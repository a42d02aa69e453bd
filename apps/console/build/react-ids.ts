import type { Plugin } from 'vite';

const MANTINE_IDS = /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/;

const REACT_IDS = `
import { useId as useReactId } from 'react';
export function useId(given) {
  const id = useReactId();
  return typeof given === 'string' ? given : id;
}
`;

/**
 * Gives Mantine's fields the ids that React generates. Mantine replaces those with random ones immediately after drawing,
 * so React draws each field a second time and runs all effects of the page before the browser may paint the first row.
 */
export function reactIds(): Plugin {
  let isReplaced = false;
  return {
    name: 'react-ids',
    apply: 'build',
    transform: {
      filter: { id: MANTINE_IDS },
      handler() {
        isReplaced = true;
        return { code: REACT_IDS, map: null };
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('@mantine/hooks has no use-id.mjs any more: see react-ids.ts');
    },
  };
}
