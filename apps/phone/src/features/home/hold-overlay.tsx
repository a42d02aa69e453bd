import { IconMapPin } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { freshLocation, newestLocation } from '../../device/location.ts';
import { ItemIcon } from '../../display/item-icon.tsx';
import { useStore } from '../../store/use-store.ts';
import { itemName } from '../../texts/items.ts';
import { texts } from '../../texts/texts.ts';
import classes from './hold-overlay.module.css';
import { HOLD_SHOWN_AFTER, HOLD_TIME } from './use-hold.ts';

/** Covers the screen while a button is held: what will be sent, and how much longer. Only the emergency call is above it. */
export function HoldOverlay({ id }: { id: number }) {
  const [seconds, setSeconds] = useState(Math.ceil(HOLD_TIME / 1000));
  useEffect(() => {
    const timer = setTimeout(() => setSeconds(1), HOLD_TIME - HOLD_SHOWN_AFTER - 1000);
    return () => clearTimeout(timer);
  }, []);
  return createPortal(
    <div className={classes['overlay']} data-testid="holding">
      <div className={classes['content']}>
        <p className={classes['name']}>{itemName('button', id)}</p>
        <div className={classes['ring']}>
          <svg viewBox="0 0 36 36" fill="none" strokeWidth="3" aria-hidden>
            <circle className={classes['track']} cx="18" cy="18" r="16" />
            <circle
              className={classes['progress']}
              cx="18"
              cy="18"
              r="16"
              pathLength="100"
              strokeLinecap="round"
            />
          </svg>
          <div className={classes['center']}>
            <ItemIcon kind="button" id={id} />
          </div>
        </div>
        <div>
          <p className={classes['large']}>{texts.home.keepHolding}</p>
          <p className={classes['countdown']}>{texts.home.sendsIn(seconds)}</p>
          <p className={classes['notYet']}>{texts.home.letGo}</p>
        </div>
        <LocationState />
      </div>
    </div>,
    document.body,
  );
}

function LocationState() {
  useStore(newestLocation);
  const location = freshLocation();
  const accuracy = location?.accuracy;
  return (
    <p className={classes['location']}>
      <IconMapPin aria-hidden />
      {location
        ? texts.home.locationFound(accuracy == null ? null : Math.max(1, Math.round(accuracy)))
        : texts.home.locationUnknown}
    </p>
  );
}
