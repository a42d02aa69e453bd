import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Button, Switch } from '@mantine/core';
import { BUTTON_IDS, BUTTON_LABELS, EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { useState, type ReactNode } from 'react';
import { Dialog, DialogButtons } from '../../../overlay/dialog.tsx';
import { useDeviceAlertSettings } from '../../../device/device-alerts.ts';
import {
  allowNotifications,
  notificationState,
  notify,
  type NotificationState,
} from '../../../device/notifications.ts';
import { playAlarm, playChime, type SoundResult } from '../../../device/sound.ts';
import { avatarMenuTexts } from '../../../texts/avatar-menu.ts';
import { deviceAlertTexts } from '../../../texts/device-alerts.ts';
import classes from './device-alerts.module.css';
import { PushOption } from './push-option.tsx';

const PLAYED: Record<SoundResult, string> = {
  played: deviceAlertTexts.playing,
  blocked: deviceAlertTexts.soundBlocked,
  unsupported: deviceAlertTexts.soundNotSupported,
};

const CHIMED = { ...PLAYED, played: '' };
const OTHER_BUTTONS = BUTTON_IDS.filter((id) => id !== EMERGENCY_BUTTON_ID);

const UNAVAILABLE: Record<Exclude<NotificationState, 'ready' | 'undecided'>, string> = {
  denied: deviceAlertTexts.denied,
  insecure: deviceAlertTexts.insecure,
  unsupported: deviceAlertTexts.notificationNotSupported,
};

/** The dialog in which sound and notifications are switched on and tested. */
export function DeviceAlertsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={avatarMenuTexts.deviceAlerts} onClose={onClose}>
      <div className={classes['alerts']}>
        <p className={classes['description']}>{deviceAlertTexts.description}</p>
        <Sound />
        <DesktopNotification />
        <PushOption />
        <OtherPresses />
      </div>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {deviceAlertTexts.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Sound() {
  const [{ sound }, change] = useDeviceAlertSettings();
  const [result, setResult] = useState('');
  const play = async () => setResult(PLAYED[await playAlarm()]);
  return (
    <AlertOption
      label={deviceAlertTexts.sound}
      description={`${deviceAlertTexts.soundDescription} ${deviceAlertTexts.afterClick}`}
      on={sound}
      onChange={(on) => change({ sound: on })}
      test={deviceAlertTexts.play}
      onTest={() => void play()}
      result={result}
    />
  );
}

function OtherPresses() {
  const [{ presses, pressSounds }, change] = useDeviceAlertSettings();
  const [result, setResult] = useState('');
  const set = (id: number, on: boolean) =>
    change({ asked: true, pressSounds: [...pressSounds.filter((one) => one !== id), ...(on ? [id] : [])] });
  return (
    <fieldset className={classes['others']}>
      <legend>{deviceAlertTexts.others}</legend>
      <Switch
        label={deviceAlertTexts.presses}
        description={deviceAlertTexts.pressesDescription}
        checked={presses}
        onChange={({ currentTarget }) => change({ presses: currentTarget.checked })}
      />
      {OTHER_BUTTONS.map((id) => (
        <Switch
          key={id}
          label={deviceAlertTexts.pressSound(BUTTON_LABELS[id])}
          checked={pressSounds.includes(id)}
          onChange={({ currentTarget }) => set(id, currentTarget.checked)}
        />
      ))}
      <Button variant="default" onClick={() => void playChime().then((played) => setResult(CHIMED[played]))}>
        {deviceAlertTexts.playChime}
      </Button>
      <output className={classes['result']}>{result}</output>
    </fieldset>
  );
}

function DesktopNotification() {
  const [{ notification }, change] = useDeviceAlertSettings();
  const [state, setState] = useState(notificationState);
  const [result, setResult] = useState('');
  const unavailable = state === 'ready' || state === 'undecided' ? '' : UNAVAILABLE[state];
  const turn = async (on: boolean) => {
    const next = on ? await allowNotifications() : state;
    setState(next);
    change({ notification: on && next === 'ready' });
  };
  const test = async () => {
    const next = await allowNotifications();
    setState(next);
    if (next !== 'ready') return;
    const shown = notify(
      deviceAlertTexts.testTitle,
      { body: deviceAlertTexts.testBody, tag: 'test' },
      () => {},
    );
    setResult(shown ? deviceAlertTexts.shown : deviceAlertTexts.notificationNotSupported);
  };
  return (
    <AlertOption
      label={deviceAlertTexts.notification}
      description={deviceAlertTexts.notificationDescription}
      on={notification && state === 'ready'}
      onChange={(on) => void turn(on)}
      disabled={state === 'insecure' || state === 'unsupported'}
      test={deviceAlertTexts.show}
      onTest={() => void test()}
      result={unavailable || result}
    />
  );
}

type AlertOptionProps = {
  label: string;
  description: string;
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean;
  test: string;
  onTest: () => void;
  /** The result, or what prevents it; announced. */
  result: string;
};

function AlertOption({
  label,
  description,
  on,
  onChange,
  disabled = false,
  test,
  onTest,
  result,
}: AlertOptionProps): ReactNode {
  return (
    <div className={classes['kind']}>
      <Switch
        label={label}
        description={description}
        checked={on}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <Button variant="default" disabled={disabled} onClick={onTest}>
        {test}
      </Button>
      <output className={classes['result']}>{result}</output>
    </div>
  );
}
