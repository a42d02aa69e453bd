import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { href } from '../links/route.ts';
import { texts } from '../texts/texts.ts';
import { CallEmergency } from './call-emergency.tsx';
import classes from './screen.module.css';

interface ScreenProps {
  title: string;
  /** The state of what the screen shows, in the title of the window only. */
  state?: string;
  /** Where the back button leads; null for the main screen. */
  back?: string | null;
  /** A warning of few words below the title, where it has room before it is shown; '' for none. */
  note?: string;
  /** At the end of the header. */
  action?: ReactNode;
  /** Nothing else may be more prominent, for example because nothing was sent. */
  urgent?: boolean;
  children: ReactNode;
}

/** The frame of every screen: a title, the content, and the call to the emergency services. */
export function Screen({
  title,
  state = '',
  back = '/',
  note,
  action,
  urgent = false,
  children,
}: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A screen reader starts at the title of the new screen.
    heading.current?.focus();
  }, []);
  useEffect(() => {
    document.title = [state, title].filter(Boolean).join(' – ') || texts.home.title;
  }, [state, title]);
  return (
    <div className={classes['screen']}>
      <header className={classes['header']}>
        {back !== null && (
          <a className={classes['icon']} href={href(back)} aria-label={texts.common.back}>
            <IconArrowLeft aria-hidden />
          </a>
        )}
        <div className={classes['heading']}>
          <h1 ref={heading} tabIndex={-1} className={classes['title']}>
            {title}
          </h1>
          {note !== undefined && (
            <output className={classes['note']}>
              {note && <IconAlertTriangle aria-hidden />}
              {note}
            </output>
          )}
        </div>
        {action}
      </header>
      <main className={classes['main']}>{children}</main>
      <footer className={classes['footer']}>
        <CallEmergency prominent={urgent} />
      </footer>
    </div>
  );
}
