import { useEffect, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { REVEAL } from './focus-field.ts';

/** Calls `onReveal` before a field inside `element` gets the focus from a link, so that a hidden part can be shown first. */
export function useReveal(element: RefObject<HTMLElement | null>, onReveal: () => void): void {
  useEffect(() => {
    const node = element.current;
    const reveal = () => flushSync(onReveal);
    node?.addEventListener(REVEAL, reveal);
    return () => node?.removeEventListener(REVEAL, reveal);
  });
}
