import { lazy, Suspense } from 'react';
import { preferences } from '../device/preferences.ts';
import { Screen } from '../display/screen.tsx';
import type { BarsPlace } from './bars.tsx';

/** Screens that are not needed to send a press. The service worker has their files, so that they open offline. */

type ScreenProps = { parameter: string };

const importSent = () => import('../features/sent/sent.tsx');

const SCREENS = {
  sent: lazy(async () => ({ default: (await importSent()).Sent })),
  form: lazy(async () => ({ default: (await import('../features/forms/form.tsx')).Form })),
  history: lazy(async () => ({ default: (await import('../features/history/history.tsx')).History })),
  menu: lazy(async () => ({ default: (await import('../features/menu/menu.tsx')).Menu })),
  password: lazy(async () => ({ default: (await import('../features/menu/password.tsx')).Password })),
  safe: lazy(async () => ({ default: (await import('../features/safe/safe.tsx')).Safe })),
  'check-ins': lazy(async () => ({
    default: (await import('../features/check-ins/check-ins.tsx')).CheckIns,
  })),
  install: lazy(async () => ({ default: (await import('../features/install/install.tsx')).Install })),
} satisfies Record<string, ReturnType<typeof lazy<React.ComponentType<ScreenProps>>>>;

/** The open emergencies and the check-ins in progress. Without its file, the rest of the screen works. */
const Bar = lazy(async () =>
  import('./bars.tsx').then(
    async ({ Bars, loadBars }) => {
      await loadBars();
      return { default: Bars };
    },
    () => ({ default: () => null }),
  ),
);

export function LazyBars({ on }: { on: BarsPlace }) {
  const height = preferences.current().barsHeight;
  return (
    // The buttons are where the bars of the last time leave them.
    <Suspense fallback={on === 'home' && height > 0 && <div style={{ height }} />}>
      <Bar on={on} />
    </Suspense>
  );
}

export function LazyScreen({ of, parameter }: { of: keyof typeof SCREENS; parameter: string }) {
  const Chosen = SCREENS[of];
  return (
    <Suspense fallback={<Screen title="">{null}</Screen>}>
      <Chosen parameter={parameter} />
    </Suspense>
  );
}

/** Loads the screen that follows a press, so that it is shown immediately. */
export function preloadSent(): void {
  void importSent().catch(() => null);
}
