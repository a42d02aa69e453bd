import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * Whether the element is narrower than `width` CSS pixels. The available width counts, not the window's:
 * a sidebar or a zoom of 200 % takes some of it. Known before the first paint.
 */
export function useIsNarrow(width: number): [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null);
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setNarrow(element.clientWidth < width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return [ref, narrow];
}
