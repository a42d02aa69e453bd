import { IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { removePush } from '../../device/push.ts';
import { preferences, setPreferences, type Preferences } from '../../device/preferences.ts';
import controls from '../../display/controls.module.css';
import { Confirm } from '../../display/dialog.tsx';
import { Screen } from '../../display/screen.tsx';
import { href, navigate } from '../../links/route.ts';
import { isWaiting } from '../../outbox/order.ts';
import { outbox } from '../../outbox/outbox.ts';
import { phaseOf } from '../../reports/check-in.ts';
import { reports } from '../../reports/reports.ts';
import { isUnsent } from '../../reports/safe-reports.ts';
import { forgetDashboard } from '../../session/dashboard.ts';
import { session, signOut } from '../../session/session.ts';
import { useNow } from '../../store/use-now.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { texts } from '../../texts/texts.ts';
import { InstallApp } from './install-app.tsx';
import { LocationSetting } from './location-setting.tsx';
import classes from './menu.module.css';
import { PushSetting } from './push-setting.tsx';

/** Everything that is not needed in an emergency. */
export function Menu() {
  const name = useStore(session)?.user.name ?? '';
  return (
    <Screen title={texts.menu.title}>
      <p className={controls['soft']}>{texts.menu.signedInAs(name)}</p>
      <nav className={classes['group']}>
        <MenuLink to="/check-ins">{responseTexts.checkIn.title}</MenuLink>
        <MenuLink to="/history">{texts.history.title}</MenuLink>
        <MenuLink to="/contacts">{texts.menu.contacts}</MenuLink>
      </nav>
      <Gesture />
      <div className={classes['group']}>
        <LocationSetting />
        <PushSetting />
        <InstallApp />
      </div>
      <div className={classes['group']}>
        <MenuLink to="/password">{texts.menu.password}</MenuLink>
        <SignOut />
      </div>
    </Screen>
  );
}

function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className={classes['row']} href={href(to)}>
      <span>{children}</span>
      <IconChevronRight aria-hidden />
    </a>
  );
}

function Gesture() {
  const { gesture, sound } = useStore(preferences);
  const labels: Record<Preferences['gesture'], string> = {
    hold: texts.menu.hold,
    confirm: texts.menu.confirm,
  };
  return (
    <fieldset className={classes['fieldset']}>
      <legend>{texts.menu.gesture}</legend>
      <div className={classes['group']}>
        {(['hold', 'confirm'] as const).map((value) => (
          <label key={value} className={classes['row']}>
            <input
              type="radio"
              name="gesture"
              checked={gesture === value}
              onChange={() => setPreferences({ gesture: value })}
            />
            {labels[value]}
          </label>
        ))}
        <label className={classes['row']}>
          <input type="checkbox" checked={sound} onChange={() => setPreferences({ sound: !sound })} />
          {texts.menu.sound}
        </label>
      </div>
    </fieldset>
  );
}

function SignOut() {
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const userId = useStore(session)?.user.id;
  const waiting = (useStore(outbox) ?? []).filter(
    (item) => item.user_id === userId && isWaiting(item),
  ).length;
  const own = useStore(reports);
  const phase = phaseOf(own?.checkIn ?? null, useNow());
  const isChecked = own?.checkIn?.known?.state === 'active';
  const leave = async () => {
    // The next person of this phone must not get the notifications of this one.
    setLeaving(true);
    await removePush().catch(() => null);
    await forgetDashboard();
    await signOut();
    navigate('/', { replace: true });
  };
  return (
    <>
      <button type="button" className={classes['row']} disabled={isLeaving} onClick={() => setAsking(true)}>
        {isLeaving ? texts.menu.signingOut : texts.menu.signOut}
      </button>
      {isAsking && (
        <Confirm
          title={texts.menu.signOutTitle}
          yes={texts.menu.signOut}
          no={texts.common.cancel}
          onYes={() => {
            setAsking(false);
            void leave();
          }}
          onNo={() => setAsking(false)}
        >
          <p>{texts.menu.signOutText}</p>
          {own?.safe.some(isUnsent) && <p>{responseTexts.safe.signedOut}</p>}
          {phase === 'starting' && <p>{responseTexts.checkIn.startsLater}</p>}
          {isChecked && <p>{responseTexts.checkIn.signOut}</p>}
          {waiting > 0 && <p>{texts.menu.signOutWaiting(waiting)}</p>}
        </Confirm>
      )}
    </>
  );
}
