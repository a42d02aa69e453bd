import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Whether the element is narrower than `width` CSS pixels. */
export function useIsNarrow(width: number): [RefObject<HTMLDivElement | null>, boolean] {
  const [ref, room] = useRoom(width, width);
  return [ref, room === 0];
}

/**
 * How much room the element has: 0 below `fewer` CSS pixels, 1 below `all`, else 2. The available width counts, not the
 * window's: a sidebar or a zoom of 200 % takes some of it. Known before the first paint: an observer is called between
 * layout and paint, and unlike a measurement it does not cost a layout of its own.
 */
export function useRoom(fewer: number, all: number): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(() => roomIn(window.innerWidth, fewer, all));
  const shown = useRef(room);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const next = roomIn(element.clientWidth, fewer, all);
      // It would run all effects of the page before the paint, even if nothing changes.
      if (next !== shown.current) flushSync(() => setRoom((shown.current = next)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [fewer, all]);
  return [ref, room];
}

function roomIn(width: number, fewer: number, all: number): number {
  return Number(width >= fewer) + Number(width >= all);
}
