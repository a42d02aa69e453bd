import type { Plugin } from 'vite';

/** What Mantine's components import and the console never uses: an export of each of these modules. */
const UNUSED = {
  'components/Button/ButtonGroup/ButtonGroup': 'ButtonGroup',
  'components/Button/ButtonGroupSection/ButtonGroupSection': 'ButtonGroupSection',
  'components/ActionIcon/ActionIconGroup/ActionIconGroup': 'ActionIconGroup',
  'components/ActionIcon/ActionIconGroupSection/ActionIconGroupSection': 'ActionIconGroupSection',
  'components/Loader/loaders/Bars': 'Bars',
  'components/Loader/loaders/Dots': 'Dots',
  // Named transitions: those of buttons are objects.
  'components/Transition/transitions': 'transitions',
  // Our theme replaces it: app/theme/theme-provider.tsx.
  'core/MantineProvider/default-theme': 'DEFAULT_THEME',
} as const;

const MODULE = /@mantine\/core\/esm\/(.+)\.mjs$/;

/** Leaves out parts of the component library that every screen would load: groups of buttons, other loaders, its own theme. */
export function withoutUnusedParts(): Plugin {
  const found = new Set<string>();
  return {
    name: 'without-unused-parts',
    apply: 'build',
    transform: {
      filter: { id: MODULE },
      handler(_code, id) {
        const name = MODULE.exec(id)?.[1] ?? '';
        const part = new Map(Object.entries(UNUSED)).get(name);
        if (part === undefined) return null;
        found.add(name);
        return { code: `export const ${part} = {};`, map: null };
      },
    },
    buildEnd(error) {
      const missing = Object.keys(UNUSED).filter((name) => !found.has(name));
      if (!error && missing.length > 0)
        this.error(`@mantine/core has no ${missing.join(', ')} any more: see without-unused-parts.ts`);
    },
  };
}
