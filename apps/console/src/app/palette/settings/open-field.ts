import { focusField } from '../../../form/fields/focus-field.ts';
import { shownLocation } from '../../../links/location.ts';
import { navigate } from '../../../links/navigation.ts';
import type { PagePath } from '../../../links/page-path.ts';
import { scrollToSection } from '../../../page/scroll-to-section.ts';

/** How long a page may load before its field is left alone, in ms. */
const MOST_MS = 15_000;
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Opens a page, and moves the focus to one of its fields as soon as it is drawn: its section is expanded, and its role is
 * chosen. Stops when the reader does something else, or stays on the current page.
 */
export async function openField(to: PagePath, field: string): Promise<void> {
  await navigate(to);
  if (shownLocation.current().pathname !== to) return;
  const ended = new AbortController();
  const { signal } = ended;
  for (const input of INPUTS)
    window.addEventListener(input, () => ended.abort(), { signal, capture: true, passive: true });
  const timer = setTimeout(() => ended.abort(), MOST_MS);
  const look = () => {
    if (signal.aborted || shownLocation.current().pathname !== to) return;
    const drawn = document.getElementById(field);
    focusField(field);
    if (drawn?.contains(document.activeElement)) {
      clearTimeout(timer);
      ended.abort();
      scrollToSection(drawn, 'center');
    } else requestAnimationFrame(look);
  };
  // After the page has moved the focus to its heading.
  requestAnimationFrame(look);
}
