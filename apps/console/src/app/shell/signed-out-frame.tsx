import { useLayoutEffect, type ReactNode } from 'react';
import { Link } from '../../links/link.ts';
import { useLocation } from '../../links/location.ts';
import { alerts } from '../../states/alerts.ts';
import { frameTexts } from '../../texts/frame.ts';
import { ConnectionBadge } from './connection-badge.tsx';
import classes from './frame.module.css';
import { LoadingBar } from './loading-bar.tsx';
import { Logo } from './logo.tsx';
import { SkipLink } from './skip-link.tsx';

/** The frame of the screens before signing in: the logo above one narrow column. */
export function SignedOutFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useLayoutEffect(() => alerts.pageChanged(pathname), [pathname]);
  return (
    <div className={classes['frame']}>
      <SkipLink />
      <LoadingBar />
      <header className={classes['top']}>
        <Link to="/" className={classes['home']} aria-label={frameTexts.home}>
          <Logo />
        </Link>
        <ConnectionBadge onlyTrouble />
      </header>
      <main id="main" tabIndex={-1} className={`${classes['main']} ${classes['narrow']}`}>
        {children}
      </main>
    </div>
  );
}
