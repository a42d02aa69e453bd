import { useEffect, useRef, useState } from 'react';

/** Starts loading before the element is visible. */
const MARGIN = '200px';

/** A ref for an element, and whether it was ever near the visible part of the page. */
export function useNearViewport<Of extends Element>() {
  const ref = useRef<Of>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return { ref, isNear };
}
