import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { BreakableName } from '../../display/breakable-name.tsx';
import { ItemIcon } from '../../display/item-icon.tsx';
import { readableColors } from '../../display/readable-color.ts';
import { href } from '../../links/route.ts';
import type { Dashboard } from '../../session/dashboard.ts';
import { itemName } from '../../texts/items.ts';
import { texts } from '../../texts/texts.ts';
import { HoldOverlay } from './hold-overlay.tsx';
import classes from './home.module.css';
import { useHold } from './use-hold.ts';

export type DashboardButton = Dashboard['buttons'][number];

/** The color of a button whose subscriber chose none. */
const DEFAULT_COLOR = '#1d4f91';

interface TileProps {
  button: DashboardButton;
  mayHold: boolean;
  onStart: () => void;
  onPressed: (button: DashboardButton) => void;
  onTap: (button: DashboardButton) => void;
  /** A hold ended before it was complete. */
  onEarly: () => void;
}

/** One of the eight large buttons of the main screen. */
export function Tile({ button, mayHold, onStart, onPressed, onTap, onEarly }: TileProps) {
  const { kind, id, mode } = button;
  const label = <BreakableName name={itemName(kind, id)} />;
  const isOff = mode === 'no';
  const { isHolding, handlers } = useHold({
    isEnabled: mayHold && !isOff,
    onStart,
    onPressed: () => onPressed(button),
    onTap: () => onTap(button),
    onEarly,
  });
  if (isOff) {
    return (
      <div className={`${classes['tile']} ${classes['off']}`}>
        <Symbol button={button} />
        <span>
          {label}
          <br />
          <span className={classes['offText']}>{texts.home.off}</span>
        </span>
      </div>
    );
  }
  if (kind !== 'button') {
    return (
      <a className={classes['tile']} href={href(kind === 'form' ? `/form/${id}` : '/contacts')}>
        <Symbol button={button} />
        {label}
      </a>
    );
  }
  const isEmergency = id === EMERGENCY_BUTTON_ID;
  return (
    <>
      <button
        type="button"
        className={`${classes['tile']} ${isEmergency ? classes['emergency'] : ''}`}
        {...handlers}
      >
        <Symbol button={button} />
        {label}
      </button>
      {isHolding && <HoldOverlay id={id ?? 0} />}
    </>
  );
}

function Symbol({ button: { kind, id, color, mode } }: { button: DashboardButton }) {
  const isEmergency = kind === 'button' && id === EMERGENCY_BUTTON_ID;
  const { background, text } = readableColors(color ?? DEFAULT_COLOR);
  const style = mode === 'no' || isEmergency ? {} : { background, color: text };
  return (
    <span className={classes['symbol']} style={style}>
      <ItemIcon kind={kind} id={id} />
    </span>
  );
}
