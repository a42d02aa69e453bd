import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { es } from '../src/texts/es.ts';

type Manifest = {
  lang: string;
  description: string;
  screenshots: { label: string }[];
  shortcuts: { name: string }[];
};

/** The texts of the manifest in Spanish, in the order of `public/manifest.webmanifest`. */
const TEXTS = {
  lang: 'es',
  description: 'Envíe una alerta de seguridad y vea a quién se avisa.',
  screenshots: ['Los ocho botones', 'Una alerta recibida, y a quién se avisa'],
  shortcuts: [es.items['button-5'], es.menu.contacts],
};

/** Writes `manifest.es.webmanifest`: the English manifest with its texts in Spanish. Phones in Spanish use it. */
export function spanishManifest(): Plugin {
  let folder = '';
  return {
    name: 'spanish-manifest',
    apply: 'build',
    configResolved({ publicDir }) {
      folder = publicDir;
    },
    generateBundle() {
      const english = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as Manifest;
      const textAt = (texts: readonly (string | undefined)[], index: number): string => {
        const text = texts[index];
        if (text === undefined) throw new Error(`a text of the manifest is not in build/spanish-manifest.ts`);
        return text;
      };
      const spanish = {
        ...english,
        lang: TEXTS.lang,
        description: TEXTS.description,
        screenshots: english.screenshots.map((it, index) => ({
          ...it,
          label: textAt(TEXTS.screenshots, index),
        })),
        shortcuts: english.shortcuts.map((it, index) => ({ ...it, name: textAt(TEXTS.shortcuts, index) })),
      };
      this.emitFile({
        type: 'asset',
        fileName: 'manifest.es.webmanifest',
        source: JSON.stringify(spanish, null, 2),
      });
    },
  };
}
