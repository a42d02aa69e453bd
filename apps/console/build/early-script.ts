import type { Plugin } from 'vite';

/** Relative to the app. */
export const EARLY = 'src/app/early.ts';

const FIRST_SCRIPT = '<script type="module"';

/**
 * Adds a separate script to the page before all others. It waits for no other script or style, so that it
 * requests rows from the server while a slow line is still loading the code that shows them.
 */
export function earlyScript(): Plugin {
  let base = '';
  return {
    name: 'early-script',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return put(html, base + EARLY);
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        // Not the entry's own file, which would only import this one.
        const chunk = chunks.find(({ modules }) => Object.keys(modules).some((id) => id.endsWith(EARLY)));
        if (!chunk) throw new Error(`the build has no ${EARLY}`);
        if (chunk.imports.length > 0) throw new Error(`${EARLY} waits for ${chunk.imports.join(', ')}`);
        return put(html, base + chunk.fileName);
      },
    },
  };
}

function put(html: string, address: string): string {
  if (!html.includes(FIRST_SCRIPT)) throw new Error('the page has no script');
  const early = `<script type="module" async crossorigin src="${address}"></script>\n    `;
  return html.replace(FIRST_SCRIPT, () => early + FIRST_SCRIPT);
}
