import { DASHBOARD_SLOTS, EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { HOME_PAGE_TOP_TEXT, iconColorKey, modeKey } from '@callpoint/contract/setting-keys';
import { BUTTON_ICONS, FORM_ICONS, MENU_ENTRIES, type MenuIcon } from '../../texts/menu-entries.ts';
import { readableTextColor, isColor } from './readable-text-color.ts';
import { previewTexts } from '../../texts/preview.ts';
import classes from './preview.module.css';

type Opens = (typeof DASHBOARD_SLOTS)[number]['opens'];

/** As on the phone: used for buttons without a color setting, and while the typed color is invalid. */
const DEFAULT_COLOR = '#1D4F91';

/** The app's main screen with the unsaved values. */
export function DashboardPreview({ valueOf }: { valueOf: (key: string) => string }) {
  return (
    <div className={classes['phone']}>
      <p className={classes['topText']}>{valueOf(HOME_PAGE_TOP_TEXT)}</p>
      <ul className={classes['slots']} aria-label={previewTexts.buttons}>
        {DASHBOARD_SLOTS.map(({ slot, label, opens }) => {
          const isOn = valueOf(modeKey(slot)) === 'yes';
          const isEmergency = isOn && opens.kind === 'button' && opens.id === EMERGENCY_BUTTON_ID;
          const typed = valueOf(iconColorKey(slot));
          const color = isColor(typed) ? typed : DEFAULT_COLOR;
          const Icon = iconOf(opens);
          return (
            <li
              key={slot}
              className={classes['slot']}
              data-off={!isOn}
              data-emergency={isEmergency || undefined}
            >
              <span
                className={classes['slotIcon']}
                style={
                  isOn && !isEmergency ? { background: color, color: readableTextColor(color) } : undefined
                }
              >
                <Icon aria-hidden size={24} />
              </span>
              <span>
                {breakable(label)}
                {!isOn && <span className={classes['off']}>{previewTexts.off}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** As on the phone, a narrow button breaks a name after its slash. */
function breakable(label: string): string {
  return label.replaceAll('/', '/\u200B');
}

function iconOf(opens: Opens): MenuIcon {
  if (opens.kind === 'contacts') return MENU_ENTRIES.contacts.icon;
  return opens.kind === 'button' ? BUTTON_ICONS[opens.id] : FORM_ICONS[opens.id];
}
