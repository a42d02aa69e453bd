import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Milliseconds in which the page moves down when the bar appears while someone reads. */
const SLIDE_MS = 160;

/**
 * Publishes the bar's height as `--cp-urgent`, for headers of tables that stick below it. When it appears on an open page,
 * the page slides down instead of jumping; with reduced motion it does not slide.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, isShown: boolean): void {
  const isOpenPage = useRef(false);
  useLayoutEffect(() => {
    const slides = isOpenPage.current;
    isOpenPage.current = true;
    const element = bar.current;
    if (!isShown || !element) return undefined;
    const { style } = document.documentElement;
    let frame = 0;
    const publish = () => {
      cancelAnimationFrame(frame);
      // After the paint: it restyles the page, and matters only when someone scrolls.
      frame = requestAnimationFrame(() => style.setProperty('--cp-urgent', `${element.offsetHeight}px`));
    };
    const observer = new ResizeObserver(publish);
    observer.observe(element);
    if (slides) slideDown(element.offsetHeight);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      style.removeProperty('--cp-urgent');
    };
  }, [bar, isShown]);
}

/** @param height of the bar, in pixels */
function slideDown(height: number): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  document
    .getElementById('main')
    ?.animate([{ transform: `translateY(-${height}px)` }, { transform: 'none' }], {
      duration: SLIDE_MS,
      easing: 'ease-out',
    });
}
