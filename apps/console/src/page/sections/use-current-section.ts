import { useEffect, useRef, useState } from 'react';

/** A section is current from this many CSS pixels below the sticky bars. */
const MARGIN = 80;
const SCROLL_KEYS = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End)$/;
/** Fields use these keys themselves. */
const FIELDS = 'input, textarea, select, [contenteditable="true"]';

/** The current section: the newest of the chosen one, the one that received the focus, and the one to which someone scrolled. */
export function useCurrentSection(ids: readonly string[]): [current: string, choose: (id: string) => void] {
  const [current, setCurrent] = useState(ids[0] ?? '');
  // A link or a focused field scrolls the page, too, and cannot always bring its section to the top.
  const isReaderScrolling = useRef(true);
  const key = ids.join(' ');

  useEffect(() => {
    const sections = key.split(' ');
    const ended = new AbortController();
    const listen = { passive: true, signal: ended.signal };
    const onFocus = ({ target }: FocusEvent) => {
      isReaderScrolling.current = false;
      const section = sections.find((id) => sectionOf(id)?.contains(target as Node));
      if (section !== undefined) setCurrent(section);
    };
    const onInput = (event: Event) => {
      if (isScrolling(event)) isReaderScrolling.current = true;
    };
    const onScroll = () => {
      if (isReaderScrolling.current) setCurrent(findSection(sections));
    };
    document.addEventListener('focusin', onFocus, listen);
    for (const input of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      window.addEventListener(input, onInput, listen);
    }
    window.addEventListener('scroll', onScroll, listen);
    return () => ended.abort();
  }, [key]);

  return [
    current,
    (id) => {
      isReaderScrolling.current = false;
      setCurrent(id);
    },
  ];
}

function sectionOf(id: string): Element | null | undefined {
  return document.getElementById(id)?.closest('section');
}

/** Whether an input may scroll the page. */
function isScrolling(event: Event): boolean {
  const { target } = event;
  if (event instanceof KeyboardEvent) {
    return SCROLL_KEYS.test(event.key) && !(target instanceof Element && target.closest(FIELDS));
  }
  // The page's scroll bar.
  return event.type !== 'pointerdown' || target === document.documentElement;
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
