import { IconMenu2 } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { mayAskForLocation } from '../../device/location.ts';
import { useOnline } from '../../device/online.ts';
import { preferences, setPreferences } from '../../device/preferences.ts';
import { allowSound, signal } from '../../device/signals.ts';
import { Confirm } from '../../display/dialog.tsx';
import { Note } from '../../display/note.tsx';
import { Screen } from '../../display/screen.tsx';
import screen from '../../display/screen.module.css';
import { href, navigate } from '../../links/route.ts';
import { startLocating, submit, type Locating } from '../../outbox/submit.ts';
import { dashboard } from '../../session/dashboard.ts';
import { useStore } from '../../store/use-store.ts';
import { itemName } from '../../texts/items.ts';
import { texts } from '../../texts/texts.ts';
import classes from './home.module.css';
import { LoadButtons } from './load-buttons.tsx';
import { LaterNotices } from './notices.tsx';
import { Tile, type DashboardButton } from './tile.tsx';
import { TopText } from './top-text.tsx';

/**
 * The main screen: the eight buttons.
 * @param props.confirm the button that a shortcut of the app's icon asks for; null for none
 * @param props.notice what another feature shows above the buttons
 */
export function Home({ confirm, notice }: { confirm: number | null; notice: ReactNode }) {
  const shown = useStore(dashboard);
  const { gesture, sound, hasHeld } = useStore(preferences);
  const locating = useRef<Locating | null>(null);
  const [asked, setAsked] = useState<DashboardButton | null>(null);
  const isOnline = useOnline();
  const [hasFailed, setFailed] = useState(false);
  const [isEarly, setEarly] = useEarly();
  const ofShortcut = shown?.buttons.find(
    ({ kind, id, mode }) => kind === 'button' && id === confirm && mode === 'yes',
  );
  const confirmed = asked ?? ofShortcut ?? null;

  const start = () => {
    setEarly(false);
    allowSound();
    locating.current = mayAskForLocation() ? null : startLocating();
  };
  const press = ({ id, label }: DashboardButton) => {
    if (id === null) return;
    signal('holding', { sound });
    submit({ kind: 'button', item_id: id, label }, locating.current ?? startLocating()).then(
      (clientId) => navigate(`/sent/${clientId}`),
      // The phone stores nothing (its disk is full, for example): the screen must not look as if it were sent.
      () => setFailed(true),
    );
  };
  const closeQuestion = () => {
    setAsked(null);
    if (confirm !== null) navigate('/', { replace: true });
  };
  return (
    <Screen
      title={shown?.account_name || texts.home.title}
      back={null}
      note={isOnline ? '' : texts.home.offline}
      action={
        <a className={screen['icon']} href={href('/menu')} aria-label={texts.home.menu}>
          <IconMenu2 aria-hidden />
        </a>
      }
    >
      {hasFailed && (
        <Note alert>
          {texts.home.notStored} <a href={href('/contacts')}>{texts.menu.contacts}</a>
        </Note>
      )}
      {shown?.top_text && <TopText key={shown.top_text} text={shown.top_text} />}
      {notice}
      {shown && gesture === 'hold' && !hasHeld && <p className={classes['hint']}>{texts.home.hold}</p>}
      {shown ? (
        <div className={classes['grid']}>
          {shown.buttons.map((button) => (
            <Tile
              key={button.slot}
              button={button}
              mayHold={gesture === 'hold'}
              onStart={start}
              onPressed={(pressed) => {
                setPreferences({ hasHeld: true });
                press(pressed);
              }}
              onTap={setAsked}
              onEarly={() => setEarly(true)}
            />
          ))}
        </div>
      ) : (
        <LoadButtons />
      )}
      <LaterNotices />
      <output className={classes['early']}>{isEarly && <span>{texts.home.early}</span>}</output>
      {confirmed && (
        <Confirm
          title={texts.home.confirmTitle(itemName('button', confirmed.id))}
          yes={texts.home.confirmYes}
          no={texts.home.confirmNo}
          onYes={() => {
            start();
            closeQuestion();
            press(confirmed);
          }}
          onNo={closeQuestion}
        >
          <p>{isOnline ? texts.home.confirmText : texts.home.offline}</p>
        </Confirm>
      )}
    </Screen>
  );
}

/** How long the note about a hold that ended too early is shown, in milliseconds. */
const EARLY_SHOWN_FOR = 6_000;

function useEarly() {
  const [isEarly, setEarly] = useState(false);
  useEffect(() => {
    if (!isEarly) return;
    const timer = setTimeout(() => setEarly(false), EARLY_SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [isEarly]);
  return [isEarly, setEarly] as const;
}
