import { useEffect, type ReactNode } from 'react';
import { warmUpLocation } from '../device/location.ts';
import { NotFound } from '../display/not-found.tsx';
import { Contacts } from '../features/contacts/contacts.tsx';
import { Home } from '../features/home/home.tsx';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { useRoute } from '../links/route.ts';
import { dashboard, forgetDashboard, refreshDashboard } from '../session/dashboard.ts';
import { session, sessionEnd } from '../session/session.ts';
import { useStore } from '../store/use-store.ts';
import { useOutboxSignals } from './use-outbox-signals.ts';
import { LazyBars, LazyScreen, preloadSent } from './lazy-screen.tsx';

/** Chooses the screen by the address. The buttons, contacts and the sign-in are loaded with the app; the rest follows. */
export function App() {
  const route = useRoute();
  const signedIn = useStore(session);
  const end = useStore(sessionEnd);
  useDashboard(signedIn?.token ?? null);
  usePush(signedIn?.token ?? null);
  useOutboxSignals();
  const [, name = '', parameter = ''] = route.split('/');
  if (name === 'install') return <LazyScreen key={parameter} of="install" parameter={parameter} />;
  // A press that was rejected because the session ended: whom to call comes before signing in.
  if (!signedIn && !(name === 'sent' && end))
    return name === 'contacts' ? <Contacts /> : <SignIn notice={<LazyBars on="sign-in" />} />;
  return (
    <>
      {name !== '' && name !== 'press' && <LazyBars on={name === 'check-ins' ? name : 'other'} />}
      {screenOf(name, parameter)}
    </>
  );
}

function screenOf(name: string, parameter: string): ReactNode {
  switch (name) {
    case 'contacts':
      return <Contacts />;
    case 'form':
    case 'sent':
    case 'safe':
      return <LazyScreen key={parameter} of={name} parameter={parameter} />;
    case 'history':
    case 'menu':
    case 'check-ins':
    case 'password':
      return <LazyScreen of={name} parameter="" />;
    case '':
    case 'press':
      return <Home confirm={name === 'press' ? Number(parameter) : null} notice={<LazyBars on="home" />} />;
    default:
      return <NotFound />;
  }
}

/** Reads the dashboard when the app is opened or shown again; another person's is forgotten. */
function useDashboard(token: string | null): void {
  useEffect(() => {
    if (token === null) return;
    preloadSent();
    // The browser must not remove the outbox when the phone is nearly full.
    void navigator.storage?.persist?.().catch(() => false);
    const refresh = () => {
      const userId = session.current()?.user.id;
      if (dashboard.current() && dashboard.current()?.user.id !== userId) void forgetDashboard();
      if (document.visibilityState !== 'visible') return;
      // Without a network, the stored one stays.
      refreshDashboard().catch(() => null);
      void warmUpLocation();
    };
    refresh();
    document.addEventListener('visibilitychange', refresh);
    addEventListener('online', refresh);
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      removeEventListener('online', refresh);
    };
  }, [token]);
}

/** Once for each session, when the server's key is known. */
function usePush(token: string | null): void {
  const key = useStore(dashboard)?.push_key ?? null;
  useEffect(() => {
    if (token !== null && key !== null) void renewSubscription(key).catch(() => null);
  }, [token, key]);
}

/** The code is loaded after the first screen. */
async function renewSubscription(key: string): Promise<void> {
  const { renewPush } = await import('../device/push.ts');
  await renewPush(key);
}
