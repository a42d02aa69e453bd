import { BUTTON_LABELS, EMERGENCY_BUTTON_ID, isButtonId, type ButtonId } from '@callpoint/contract/catalog';
import { IconBell, IconX } from '@tabler/icons-react';
import type { LiveMessage } from '@callpoint/contract/live-events';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDeviceAlertSettings } from '../../device/device-alerts.ts';
import { playChime } from '../../device/sound.ts';
import { relativeText, timestampText } from '../../display/timestamp-text.ts';
import { useNow } from '../../display/use-now.ts';
import { Link } from '../../links/link.ts';
import { useLocation } from '../../links/location.ts';
import { OWN_SCOPE } from '../../list/scope.ts';
import { useLeading, useLiveMessages } from '../../live/live.ts';
import { api } from '../../net/api.ts';
import { useSignedIn } from '../../session/session.ts';
import { deviceAlertTexts as texts } from '../../texts/device-alerts.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import { useOpenAlarms } from './alarms.api.ts';
import classes from './press-notices.module.css';
import { waitingPresses, type WaitingPress } from './waiting-presses.ts';

/** The newest are shown, the others counted. */
const MAX_SHOWN = 3;
const MAX_KEPT = 50;

type Press = WaitingPress & { name: string };

/** The record was opened or deleted, or the bar above the page shows the press. */
const ENDS_NOTE: ReadonlySet<string> = new Set<LiveMessage['kind']>([
  'submission.deleted',
  'submission.opened',
  'alarm.raised',
  'alarm.closed',
  'incident.changed',
]);

type PressNoticesProps = {
  /** The messages that arrived before this code was loaded; they are returned once. */
  takeEarly: () => LiveMessage[];
  onSettings: () => void;
};

/**
 * A note in the corner of every screen for each press that is no emergency, until someone opens or dismisses it. The bar
 * above the page shows presses that notified no one, or that wait for an answer: they have no note.
 */
export function PressNotices({ takeEarly, onSettings }: PressNoticesProps) {
  const [{ presses, pressSounds, asked }, change] = useDeviceAlertSettings();
  const [waiting, setWaiting] = useState<readonly Press[]>([]);
  const leading = useLeading();
  const { pathname } = useLocation();
  const account = useSignedIn().user.id;
  const alarms = useOpenAlarms('/tapi/v1');
  /** Presses that need no note, also while their names are read. */
  const done = useRef(new Set<number>());

  const receive = useEffectEvent((message: LiveMessage) => {
    if (ENDS_NOTE.has(message.kind) && 'submission' in message && 'id' in message) {
      if (message.submission === 'button') dismiss(message.id);
    }
    if (message.kind !== 'submission.created' || message.before || message.submission !== 'button') return;
    const { item_id: button, id, at } = message;
    if (!isButtonId(button) || button === EMERGENCY_BUTTON_ID) return;
    if (leading && pressSounds.includes(button)) void playChime();
    if (presses) void add(id, button, at);
  });
  useLiveMessages((message) => receive(message));
  const receiveEarly = useEffectEvent(() => takeEarly().forEach((message) => receive(message)));
  useEffect(() => receiveEarly(), []);
  const restore = useEffectEvent(() => {
    const stored = presses ? (waitingPresses.read(window.sessionStorage, account) ?? []) : [];
    for (const { id, button, at } of stored.toReversed()) void add(id, button, at, true);
  });
  useEffect(() => restore(), []);

  /** The event has only ids: the name is read. */
  async function add(id: number, button: ButtonId, at: string, isStored = false): Promise<void> {
    if (!isStored) {
      remember((now) => [{ id, button, at }, ...now.filter((one) => one.id !== id)].slice(0, MAX_KEPT));
    }
    const query = { my: 'yes', related: 'app_user', filter_id: id } as const;
    const rows = await api.get('/tapi/v1/listPaged/button_click', { query }).then(
      ({ items }) => items,
      () => null,
    );
    const [row] = rows ?? [];
    // It was opened or deleted while this tab was closed.
    if (isStored && rows && (!row || row.opened_at !== null)) dismiss(id);
    if (done.current.has(id)) return;
    const name = row?.app_user?.name ?? emergencyTexts.somebody;
    setWaiting((now) => [{ id, button, at, name }, ...now.filter((one) => one.id !== id)].slice(0, MAX_KEPT));
  }

  function remember(update: (now: WaitingPress[]) => WaitingPress[]): void {
    const now = waitingPresses.read(window.sessionStorage, account) ?? [];
    waitingPresses.store(window.sessionStorage, account, update(now));
  }

  function dismiss(id: number): void {
    done.current.add(id);
    remember((now) => now.filter((one) => one.id !== id));
    setWaiting((now) => now.filter((one) => one.id !== id));
  }

  /** The person has seen the note with the question: it is asked once. */
  function finish(id: number): void {
    dismiss(id);
    if (!asked) change({ asked: true });
  }

  // The list of these presses, and their records, already show them.
  const shown = waiting.filter(
    ({ id, button }) => !isAt(pathname, button) && !alarms.some((alarm) => alarm.button_click_id === id),
  );
  return (
    <section
      className={classes['notices']}
      aria-label={texts.region}
      data-unprinted
      hidden={shown.length === 0}
    >
      <output>
        {shown.slice(0, MAX_SHOWN).map(({ id, button, at, name }) => (
          <div key={id} className={classes['notice']}>
            <IconBell aria-hidden size={16} />
            <div className={classes['text']}>
              <strong>{BUTTON_LABELS[button]}</strong>
              <bdi>{name}</bdi>
              <Moment at={at} />
            </div>
            <Link
              to={`${OWN_SCOPE.recordsPath('button_data', button)}/${id}`}
              aria-label={texts.openPress(BUTTON_LABELS[button], name)}
              onClick={() => finish(id)}
            >
              {texts.open}
            </Link>
            <button
              type="button"
              className={classes['close']}
              aria-label={texts.dismiss(BUTTON_LABELS[button], name)}
              onClick={() => finish(id)}
            >
              <IconX aria-hidden size={16} />
            </button>
          </div>
        ))}
        {shown.length > MAX_SHOWN && (
          <p className={classes['others']}>{texts.morePresses(shown.length - MAX_SHOWN)}</p>
        )}
        {shown.length > 1 && (
          <p className={classes['othersOnPhone']}>{texts.morePresses(shown.length - 1)}</p>
        )}
      </output>
      {!asked && (
        <div className={classes['ask']}>
          <span>{texts.ask}</span>
          <button
            type="button"
            onClick={() => {
              change({ asked: true });
              onSettings();
            }}
          >
            {texts.askYes}
          </button>
          <button type="button" onClick={() => change({ asked: true })}>
            {texts.askNo}
          </button>
        </div>
      )}
    </section>
  );
}

/** The time; on a phone, which shows one note in one row, its age. */
function Moment({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at}>
      <span className={classes['at']}>{timestampText(at)}</span>
      <span className={classes['age']}>{relativeText(at, now)}</span>
    </time>
  );
}

function isAt(pathname: string, button: ButtonId): boolean {
  return `${pathname}/`.startsWith(`/button_data/${button}/`);
}
