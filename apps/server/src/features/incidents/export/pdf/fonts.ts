import { fileURLToPath } from 'node:url';
import { openSync, type Font } from 'fontkit';

/** Paths of fonts with Latin, Greek, Cyrillic and Devanagari letters. The standard fonts of PDF have only Latin ones. */
export const REGULAR = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
);
export const BOLD = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
);

let opened: Font | undefined;

/** Both fonts have the same characters. */
function font(): Font {
  opened ??= openSync(REGULAR) as Font;
  return opened;
}

const LINE_OR_TAB = /[\n\t]/;
const INVISIBLE = /\p{Cc}/u;

/**
 * The text as the fonts can show it. A character that they lack is shown by its number, for example `[U+4E2D]`, so that no
 * two texts look the same.
 */
export function printable(text: string): string {
  return Array.from(text, printableCharacter).join('');
}

function printableCharacter(character: string): string {
  if (LINE_OR_TAB.test(character)) return character;
  if (INVISIBLE.test(character)) return '';
  const code = character.codePointAt(0) ?? 0;
  if (font().hasGlyphForCodePoint(code)) return character;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
