import { useEffect, useRef, type ReactNode } from 'react';
import { preferences, setPreferences } from '../device/preferences.ts';
import { CheckInBar } from '../features/check-ins/check-in-bar.tsx';
import { OpenEmergencies } from '../features/open-emergencies/open-emergencies.tsx';
import { useOpenPresses } from '../features/open-emergencies/use-open-presses.ts';
import { WaitingReports } from '../features/unsent/waiting-reports.tsx';
import { outbox } from '../outbox/outbox.ts';
import { isOpenNow, loadPresses } from '../reports/open-emergencies.ts';
import { reports } from '../reports/reports.ts';
import { session } from '../session/session.ts';
import type { Store } from '../store/store.ts';
import { BarsRow } from './bars-row.tsx';
import classes from './bars.module.css';

/** What is in progress: open emergencies, check-ins, and what is not sent. Loaded after the first screen. */
export function Bars({ on }: { on: BarsPlace }): ReactNode {
  if (on === 'sign-in') return <WaitingReports />;
  return on === 'home' ? <HomeBars /> : <CheckInBar on={on} />;
}

/** `other`: any other screen of a signed-in person. */
export type BarsPlace = 'home' | 'check-ins' | 'sign-in' | 'other';

function HomeBars() {
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => (slot.current ? keepButtonsInPlace(slot.current) : undefined), []);
  const presses = useOpenPresses();
  return (
    <div ref={slot} className={classes['slot']}>
      <OpenEmergencies presses={presses} />
      <CheckInBar on="home" />
      <BarsRow others={presses.slice(1).filter(isOpenNow)} />
    </div>
  );
}

/** A storage that does not answer must not keep the bars hidden; in milliseconds. */
const LONGEST_LOADING = 2_000;

/** Waits until the bars can be shown complete: they must not move the buttons in several steps. */
export async function loadBars(): Promise<void> {
  if (session.current() === null) return;
  const loaded = Promise.all([loadPresses().catch(() => null), isKnown(outbox), isKnown(reports)]);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, LONGEST_LOADING))]);
}

async function isKnown<Value>(store: Store<Value | null>): Promise<void> {
  await new Promise<void>((resolve) => {
    if (store.current() !== null) return resolve();
    const stop = store.subscribe(() => {
      stop();
      resolve();
    });
  });
}

/** Pixels between two bars, as in the CSS. */
const GAP = 12;
/** How long after a touch its click may come, in milliseconds. */
const CLICK_FOLLOWS = 400;

/**
 * A bar that appears or grows moves the buttons below it. The next start of the app reserves its height, and while a finger
 * is on the screen, nothing moves.
 */
function keepButtonsInPlace(slot: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    // A closed emergency is shown until the person leaves the screen.
    const bars = [...slot.children].filter((bar) => !bar.matches('[data-is-closed=true]'));
    const barsHeight = bars.reduce(
      (sum, bar) => sum + bar.getBoundingClientRect().height,
      GAP * Math.max(0, bars.length - 1),
    );
    if (barsHeight !== preferences.current().barsHeight) setPreferences({ barsHeight });
  });
  observer.observe(slot);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const freeze = () => {
    clearTimeout(timer);
    slot.style.height = `${slot.getBoundingClientRect().height}px`;
    slot.style.marginBottom = getComputedStyle(slot).marginBottom;
  };
  const release = () => {
    clearTimeout(timer);
    timer = setTimeout(() => slot.removeAttribute('style'), CLICK_FOLLOWS);
  };
  addEventListener('pointerdown', freeze, true);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, release, true);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    removeEventListener('pointerdown', freeze, true);
    for (const type of ['pointerup', 'pointercancel']) removeEventListener(type, release, true);
  };
}
