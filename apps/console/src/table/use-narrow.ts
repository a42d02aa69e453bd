import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether the element is narrower than `width` CSS pixels. The available width counts, not the window's:
 * a sidebar or a zoom of 200 % takes some of it. Known before the first paint: an observer is called between layout and
 * paint, and unlike a measurement it does not cost a layout of its own.
 */
export function useIsNarrow(width: number): [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null);
  const [narrow, setNarrow] = useState(() => window.innerWidth < width);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => flushSync(() => setNarrow(element.clientWidth < width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return [ref, narrow];
}
