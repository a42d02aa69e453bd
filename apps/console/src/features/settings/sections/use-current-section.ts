import { useEffect, useState } from 'react';

/** A section is current from this many CSS pixels below the sticky bars. */
const MARGIN = 80;
/** What people scroll with. Scrolling that a link caused leaves its section current. */
const INPUTS = ['wheel', 'touchmove', 'keydown'] as const;

/** The section in view: the chosen one, and while someone scrolls the last one whose start has reached the top. */
export function useCurrentSection(ids: readonly string[]): [current: string, choose: (id: string) => void] {
  const [inView, setInView] = useState(ids[0] ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  const key = ids.join(' ');

  useEffect(() => {
    const find = () => setInView(findSection(key.split(' ')));
    const release = () => setChosen(null);
    window.addEventListener('scroll', find, { passive: true });
    for (const input of INPUTS) window.addEventListener(input, release, { passive: true });
    return () => {
      window.removeEventListener('scroll', find);
      for (const input of INPUTS) window.removeEventListener(input, release);
    };
  }, [key]);

  return [chosen ?? inView, setChosen];
}

/** At the end of the page the last section is in view, even if its start is below the top. */
function findSection(ids: readonly string[]): string {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2) return ids.at(-1) ?? '';
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const passed = ids.filter((id) => {
    const start = document.getElementById(id)?.getBoundingClientRect().top;
    return start !== undefined && start <= top + MARGIN;
  });
  return passed.at(-1) ?? ids[0] ?? '';
}
