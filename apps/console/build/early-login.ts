import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

/** Relative to the app. */
const MARKUP = 'src/app/early-login/markup.tsx';
export const SCRIPT = 'src/app/early-login/early-login.ts';

/**
 * Writes `early-login.html`: the login screen as templates, and the script that shows it while the code is loading. The server adds
 * them to the page of that screen.
 */
export function earlyLogin(): Plugin {
  let root = '';
  let base = '';
  return {
    name: 'early-login',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      base = config.base;
    },
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const script = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(SCRIPT)));
      if (!script) throw new Error(`the build has no ${SCRIPT}`);
      const address = base + script.fileName;
      const html = `${await renderTemplates(root)}<script type="module" async crossorigin src="${address}"></script>`;
      await writeFile(join(dir, 'early-login.html'), html);
    },
  };
}

/** Builds the screen for Node, with the same names of style classes, and runs it. */
async function renderTemplates(root: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'callpoint-early-login-'));
  try {
    await build({
      root,
      configFile: false,
      base: '/app/',
      logLevel: 'warn',
      plugins: [react()],
      ssr: { noExternal: true },
      build: {
        ssr: MARKUP,
        outDir,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'markup.mjs' } },
      },
    });
    const { stdout } = await promisify(execFile)(process.execPath, [join(outDir, 'markup.mjs')]);
    return stdout;
  } finally {
    await rm(outDir, { recursive: true });
  }
}
