import { DASHBOARD_SLOTS, type DashboardSlot } from '@callpoint/contract/catalogue';
import { HOME_PAGE_TOP_TEXT } from '@callpoint/contract/setting-keys';
import {
  IconAlertTriangle,
  IconClipboardCheck,
  IconHelmet,
  IconHelpCircle,
  IconMessageReport,
  IconPhoneCall,
  IconShoppingCart,
  IconUrgent,
  type Icon,
} from '@tabler/icons-react';
import { readableTextColor, isColor } from './readable-text-color.ts';
import { previewTexts } from '../../texts/preview.ts';
import classes from './preview.module.css';

const ICONS: Readonly<Record<DashboardSlot, Icon>> = {
  1: IconHelmet,
  2: IconAlertTriangle,
  3: IconHelpCircle,
  4: IconMessageReport,
  5: IconUrgent,
  6: IconPhoneCall,
  7: IconShoppingCart,
  8: IconClipboardCheck,
};

/** Used for buttons without a color setting, and while the typed color is invalid. */
const PLAIN = '#5D5650';

/** The app's main screen with the unsaved values. */
export function DashboardPreview({ valueOf }: { valueOf: (key: string) => string }) {
  return (
    <div className={classes['phone']}>
      <p className={classes['topText']}>{valueOf(HOME_PAGE_TOP_TEXT)}</p>
      <ul className={classes['slots']} aria-label={previewTexts.buttons}>
        {DASHBOARD_SLOTS.map(({ slot, label }) => {
          const isOn = valueOf(`btn_${slot}_mode`) === 'yes';
          const typed = valueOf(`btn_${slot}_icon_color`);
          const color = isColor(typed) ? typed : PLAIN;
          const Icon = ICONS[slot];
          return (
            <li key={slot} className={classes['slot']} data-off={!isOn}>
              <span
                className={classes['slotIcon']}
                style={isOn ? { background: color, color: readableTextColor(color) } : undefined}
              >
                <Icon aria-hidden size={22} />
              </span>
              <span>{label}</span>
              {!isOn && <span className={classes['off']}>{previewTexts.off}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
