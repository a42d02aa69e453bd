/** Until the parts above a section have their height: previews and editors load late. In ms. */
const SETTLE_MS = 2000;
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the start of a section, or a field to the middle, and keeps it there while the parts around it load and grow: until the reader does
 * something, at most for two seconds.
 */
export function scrollToSection(target: HTMLElement, block: 'start' | 'center' = 'start'): void {
  const show = () => target.scrollIntoView({ block });
  const ended = new AbortController();
  const observer = new ResizeObserver(show);
  const timer = setTimeout(() => ended.abort(), SETTLE_MS);
  ended.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
  });
  for (const input of INPUTS) {
    window.addEventListener(input, () => ended.abort(), { signal: ended.signal, capture: true });
  }
  show();
  observer.observe(document.body);
}
