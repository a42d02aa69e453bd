import { ItemIcon } from '../../display/item-icon.tsx';
import { itemName } from '../../texts/items.ts';
import { texts } from '../../texts/texts.ts';
import classes from './home.module.css';

/** Covers the screen while a button is held: what will be sent, and how much longer. */
export function HoldOverlay({ id }: { id: number }) {
  return (
    <div className={classes['overlay']} data-testid="holding">
      <p>{itemName('button', id)}</p>
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
          <ItemIcon kind="button" id={id} size={72} />
        </div>
      </div>
      <div>
        <p className={classes['large']}>{texts.home.keepHolding}</p>
        <p>{texts.home.letGo}</p>
      </div>
    </div>
  );
}
