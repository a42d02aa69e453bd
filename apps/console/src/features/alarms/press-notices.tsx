import { BUTTON_LABELS, EMERGENCY_BUTTON_ID, isButtonId, type ButtonId } from '@callpoint/contract/catalogue';
import { IconBell, IconX } from '@tabler/icons-react';
import type { LiveMessage } from '@callpoint/contract/live-events';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDeviceAlertSettings } from '../../device/device-alerts.ts';
import { playChime } from '../../device/sound.ts';
import { timestampText } from '../../display/timestamp-text.ts';
import { Link } from '../../links/link.ts';
import { useLocation } from '../../links/location.ts';
import { OWN_SCOPE } from '../../list/scope.ts';
import { useLeading, useLiveMessages } from '../../live/live.ts';
import { api } from '../../net/api.ts';
import { deviceAlertTexts as texts } from '../../texts/device-alerts.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import classes from './press-notices.module.css';

/** The newest are shown, the others counted. */
const MAX_SHOWN = 3;
const MAX_KEPT = 50;

type Press = { id: number; button: ButtonId; at: string; name: string };

type PressNoticesProps = {
  /** The messages that arrived before this code was loaded; they are returned once. */
  takeEarly: () => LiveMessage[];
  onSettings: () => void;
};

/** A note in the corner of every screen for each press that is no emergency, until someone opens or dismisses it. */
export function PressNotices({ takeEarly, onSettings }: PressNoticesProps) {
  const [{ presses, pressSounds, asked }, change] = useDeviceAlertSettings();
  const [waiting, setWaiting] = useState<readonly Press[]>([]);
  const leading = useLeading();
  const { pathname } = useLocation();

  const receive = useEffectEvent((message: LiveMessage) => {
    if (message.kind === 'submission.deleted' && message.submission === 'button') dismiss(message.id);
    if (message.kind !== 'submission.created' || message.before || message.submission !== 'button') return;
    const { item_id: button, id, at } = message;
    if (!isButtonId(button) || button === EMERGENCY_BUTTON_ID) return;
    if (leading && pressSounds.includes(button)) void playChime();
    if (presses) void add(id, button, at);
  });
  useLiveMessages((message) => receive(message));
  const receiveEarly = useEffectEvent(() => takeEarly().forEach((message) => receive(message)));
  useEffect(() => receiveEarly(), []);

  /** The event has only ids: the name is read. */
  async function add(id: number, button: ButtonId, at: string): Promise<void> {
    const query = { my: 'yes', related: 'app_user', filter_id: id } as const;
    const rows = await api.get('/tapi/v1/listPaged/button_click', { query }).then(
      ({ items }) => items,
      () => [],
    );
    const name = rows[0]?.app_user?.name ?? emergencyTexts.somebody;
    setWaiting((now) => [{ id, button, at, name }, ...now.filter((one) => one.id !== id)].slice(0, MAX_KEPT));
  }

  function dismiss(id: number): void {
    setWaiting((now) => now.filter((one) => one.id !== id));
  }

  /** The person has seen the note with the question: it is asked once. */
  function finish(id: number): void {
    dismiss(id);
    if (!asked) change({ asked: true });
  }

  // The list of these presses, and their records, already show them.
  const shown = waiting.filter(({ button }) => !isAt(pathname, button));
  const others = shown.length - MAX_SHOWN;
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
              <time dateTime={at}>{timestampText(at)}</time>
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
        {others > 0 && <p className={classes['others']}>{texts.morePresses(others)}</p>}
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

function isAt(pathname: string, button: ButtonId): boolean {
  return `${pathname}/`.startsWith(`/button_data/${button}/`);
}
