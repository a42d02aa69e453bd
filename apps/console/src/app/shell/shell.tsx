import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useLocation } from '../../links/location.ts';
import { alerts } from '../../states/alerts.ts';
import { firstInput } from '../../states/first-input.ts';
import { Confirmation } from './confirmation.tsx';
import { connection } from '../../net/connection.ts';
import { startLive, useLiveMessages } from '../../live/live.ts';
import { refetch } from '../../live/refetch.ts';
import { afterReconnection } from '../../live/after-reconnection.ts';
import { throttle } from '../../live/throttle.ts';
import { session, useSession } from '../../session/session.ts';
import { pageConfig } from '../../net/current-page-config.ts';
import { PageArea } from '../../page/page-area.ts';
import { createQueryClient } from '../query-client.ts';
import { AllUrgentBar } from './all-urgent-bar.tsx';
import { AvatarMenu } from './account/avatar-menu.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import { DeviceAlertsSlot } from './device-alerts/device-alerts-slot.tsx';
import { findArea } from './find-area.ts';
import classes from './frame.module.css';
import { PageSearch } from './search/page-search.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { UrgentMark } from './urgent-mark.tsx';
import { MenuCounts } from './menu/menu-counts.tsx';
import { MenuDrawer } from './menu/menu-drawer.tsx';
import { OverdueSlot } from './notices/overdue-slot.tsx';
import { PrintedPasswordSlot } from './notices/printed-password-slot.tsx';
import { OwnUrgentBar } from './own-urgent-bar.tsx';
import { PasswordPrompt } from './account/password-prompt.tsx';
import { SideMenu } from './menu/side-menu.tsx';
import { SubscriberFrame } from './subscriber-frame.tsx';
import { SkipLink } from './skip-link.tsx';

/** Milliseconds. Under high load the server reports repeatedly that events may have been missed. */
const MIN_REFETCH_INTERVAL = 1_000;

/** The frame of a signed-in person's screens: the side menu, the top bar, and the state that the pages share. */
export function Shell({ children }: { children: ReactNode }) {
  const signedIn = useSession();
  const [queryClient] = useState(createQueryClient);
  const [throttled] = useState(() => throttle(MIN_REFETCH_INTERVAL));
  const { pathname } = useLocation();

  useLayoutEffect(() => alerts.pageChanged(pathname), [pathname]);
  useEffect(() => afterReconnection(connection, () => void queryClient.invalidateQueries()), [queryClient]);
  // It makes no difference before someone has used a control.
  useEffect(() => {
    let stop: (() => void) | null = null;
    let gone = false;
    const start = async () => {
      await firstInput;
      const { keepFocusInPage } = await import('./keep-focus-in-page.ts');
      if (!gone) stop = keepFocusInPage();
    };
    // Without its code the browser decides.
    start().catch(() => {});
    return () => {
      gone = true;
      stop?.();
    };
  }, []);
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
        <LoadingBar canStay />
        <SideMenu role={role} />
        <div>
          <header className={classes['top']}>
            <MenuDrawer role={role} className={classes['burger'] ?? ''} />
            <Breadcrumb role={role} />
            <UrgentMark />
            <PageSearch role={role} />
            <ConnectionBadge />
            <AvatarMenu user={user} serviceUrl={pageConfig.avatarServiceUrl} />
          </header>
          {role === 'team' ? <OwnUrgentBar /> : <AllUrgentBar />}
          {role === 'admin' ? <PrintedPasswordSlot /> : <OverdueSlot />}
          <main id="main" tabIndex={-1} className={classes['main']}>
            <PageArea value={findArea(pathname)}>
              {role === 'admin' ? <SubscriberFrame>{children}</SubscriberFrame> : children}
            </PageArea>
          </main>
        </div>
      </div>
      <MenuCounts role={role} accountId={user.id} />
      {role === 'team' && <DeviceAlertsSlot />}
      <Confirmation />
      <PasswordPrompt />
    </QueryClientProvider>
  );
}
