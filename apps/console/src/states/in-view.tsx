import { useEffect, useRef, useState, type ReactNode } from 'react';
import classes from './skeletons.module.css';
import { useHasInput } from './use-has-input.ts';

/**
 * The last part of a page, below the first view: it is shown, and what it needs is loaded, when it is in the window, or as
 * soon as someone uses the page, before they scroll: the keyboard, a search in the page and printing find it. A page
 * with a section in its address shows it immediately. It has room before, so that the page can scroll there: a window, or
 * less for a part of a section.
 */
export function InView({ children, isPart = false }: { children: ReactNode; isPart?: boolean }) {
  const room = useRef<HTMLDivElement>(null);
  const [isInView, setInView] = useState(window.location.hash !== '');
  const isShown = useHasInput() || isInView;
  useEffect(() => {
    if (isShown || !room.current) return undefined;
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.some(({ isIntersecting }) => isIntersecting)),
    );
    observer.observe(room.current);
    return () => observer.disconnect();
  }, [isShown]);
  return isShown ? (
    children
  ) : (
    <div ref={room} data-waiting className={classes[isPart ? 'partRoom' : 'room']} />
  );
}
