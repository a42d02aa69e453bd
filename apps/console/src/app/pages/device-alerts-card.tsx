import { Button } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useDeviceAlertSettings } from '../../device/device-alerts.ts';
import { deviceAlertsCardTexts as texts } from '../../texts/device-alerts-card.ts';
import { openDeviceAlerts } from '../shell/device-alerts/device-alerts-store.ts';
import classes from './device-alerts-card.module.css';

/** What this browser does when something is received, and a button that changes it. */
export function DeviceAlertsCard() {
  const [{ sound, presses, pressSounds }] = useDeviceAlertSettings();
  return (
    <section className={classes['card']} aria-labelledby="device-alerts">
      <IconBellRinging aria-hidden size={16} />
      <div className={classes['text']}>
        <h2 id="device-alerts">{texts.thisDevice}</h2>
        <p>{texts.summary(sound, presses, pressSounds.length)}</p>
      </div>
      <Button variant="default" onClick={openDeviceAlerts}>
        {texts.change}
      </Button>
    </section>
  );
}
