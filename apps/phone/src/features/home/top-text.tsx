import { useLayoutEffect, useRef, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import classes from './home.module.css';

/** The subscriber's text above the buttons. A long one shows its first lines, so that the buttons stay on the screen. */
export function TopText({ text }: { text: string }) {
  const shown = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = shown.current;
    if (!element || isOpen) return;
    const measure = () => setLong(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div className={isLong ? classes['top'] : ''}>
      <p ref={shown} className={`${classes['topText']} ${isOpen ? '' : classes['clamped']}`}>
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className={classes['more']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.home.showLess : texts.home.showMore}
        </button>
      )}
    </div>
  );
}
