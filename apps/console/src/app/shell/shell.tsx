import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { Link } from '../../links/link.ts';
import { AdminBanner } from '../../features/alarms/urgent-banner.tsx';
import { alerts } from '../../states/alerts.ts';
import { lazyPart } from '../../states/lazy-part.tsx';
import { ConfirmDialog } from '../../overlay/confirm-dialog.tsx';
import { connection } from '../../net/connection.ts';
import { startLive, useLiveMessages } from '../../live/live.ts';
import { refetch } from '../../live/refetch.ts';
import { throttle } from '../../live/throttle.ts';
import { session, useSession } from '../../session/session.ts';
import { pageConfig } from '../../net/current-page-config.ts';
import { createQueryClient } from '../query-client.ts';
import { frameTexts } from '../../texts/frame.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import classes from './frame.module.css';
import { PageSearch } from './page-search.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { Logo } from './logo.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { PasswordPrompt } from './password-prompt.tsx';
import { Sidebar } from './sidebar.tsx';
import { SkipLink } from './skip-link.tsx';
import { TeamUrgentBanner } from './team-urgent-banner.tsx';

/** For administrators only, and not needed by any screen. */
const PrintedPasswordNotice = lazyPart(
  async () => (await import('../../features/account/printed-password-notice.tsx')).PrintedPasswordNotice,
);

/** Milliseconds. Under high load the server reports repeatedly that events may have been missed. */
const MIN_REFETCH_INTERVAL = 1_000;

/** The frame of a signed-in person's screens: the side menu, the top bar, and the state that the pages share. */
export function Component() {
  const signedIn = useSession();
  const [queryClient] = useState(createQueryClient);
  const [throttled] = useState(() => throttle(MIN_REFETCH_INTERVAL));
  const { pathname } = useLocation();

  useLayoutEffect(() => alerts.pageChanged(pathname), [pathname]);
  useEffect(() => {
    let before = connection.current();
    return connection.subscribe(() => {
      const now = connection.current();
      if (now === 'online' && before !== 'online') void queryClient.invalidateQueries();
      before = now;
    });
  }, [queryClient]);
  // One account has one shell; its session may continue under a new token.
  const token = signedIn?.token;
  useEffect(() => {
    const current = session.current();
    return current && token !== undefined ? startLive(current) : undefined;
  }, [token]);
  useLiveMessages(({ kind }) => {
    if (kind === 'refetch') throttled(() => refetch(queryClient, []));
  });

  if (!signedIn) return null;
  const { user, role } = signedIn;
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes['frame']} data-sidebar>
        <SkipLink />
        <LoadingBar />
        <div className={classes['sidebar']}>
          <Sidebar
            role={role}
            top={
              <Link to="/" className={classes['home']} aria-label={frameTexts.home}>
                <Logo />
              </Link>
            }
          />
        </div>
        <div>
          <header className={classes['top']}>
            <MenuDrawer role={role} className={classes['burger'] ?? ''} />
            {role === 'team' ? (
              <TeamUrgentBanner fallback={<Breadcrumb role={role} />} />
            ) : (
              <AdminBanner fallback={<Breadcrumb role={role} />} />
            )}
            <ConnectionBadge />
            <PageSearch role={role} />
            <AvatarMenu user={user} serviceUrl={pageConfig.avatarServiceUrl} />
          </header>
          {role === 'admin' && <PrintedPasswordNotice />}
          <main id="main" tabIndex={-1} className={classes['main']}>
            <Outlet />
          </main>
        </div>
        <ScrollRestoration />
      </div>
      <ConfirmDialog />
      <PasswordPrompt />
    </QueryClientProvider>
  );
}
