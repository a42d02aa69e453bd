import { listRoutes, screenField } from '@callpoint/alerts/plan/routes';
import type { Item } from '@callpoint/contract/catalog';
import { RECIPIENT_ROLES, type RecipientRole } from '@callpoint/contract/channels/channel';
import { CHANNEL } from '@callpoint/contract/channels/channels';
import { notificationKey } from '@callpoint/contract/setting-keys';
import { IconCircleCheck, IconCircleX, IconMinus, IconPlayerPause } from '@tabler/icons-react';
import { useId } from 'react';
import { useReadableNumber } from '../../../display/readable-number.ts';
import { focusField } from '../../../form/fields/focus-field.ts';
import { TemplateText } from '../../../form/template/template-text.tsx';
import { recipientTexts as texts } from '../../../texts/recipients.ts';
import type { KnownRecipients } from './known-recipients.ts';
import { ITEM_OFF, routeStatus, type RouteStatus } from '../cards/route-status.ts';
import { WHO_ID } from './section-ids.ts';
import classes from './who-would-be-notified.module.css';

interface NotifiedProps {
  item: Item;
  valueOf: (key: string) => string;
  known: KnownRecipients;
}

const ICONS = { good: IconCircleCheck, bad: IconCircleX, held: IconPlayerPause, off: IconMinus };

/** One step of a role: its label, its status, and the first field of its settings. */
interface Step {
  label: string;
  status: RouteStatus;
  field: string;
}

/** Who gets a message about a submission with the values on the screen, saved or not; each step leads to its settings. */
export function WhoWouldBeNotified({ item, valueOf, known }: NotifiedProps) {
  const id = useId();
  // The lines contain numbers.
  useReadableNumber();
  const steps = (role: RecipientRole): Step[] => [
    ...listRoutes(item)
      .filter((route) => route.role === role)
      .map((route) => ({
        label: CHANNEL[route.channel].label,
        status: routeStatus(route, item, valueOf, known),
        field: notificationKey(route.list ?? route.switchedBy ?? route.text, item),
      })),
    ...(role === 'user' ? [screenStep(item, valueOf, known)] : []),
  ];
  const roles = RECIPIENT_ROLES.map((role) => ({ role, steps: steps(role) }));
  const all = roles.flatMap((one) => one.steps);
  const unreached = all.reduce((sum, { status }) => sum + status.unreached, 0);
  const notes = [...known.others, ...known.held.values(), ...(known.held.size > 0 ? [texts.heldHelp] : [])];
  return (
    <section aria-labelledby={WHO_ID} className={classes['card']}>
      <div className={classes['head']}>
        <h2 id={WHO_ID} tabIndex={-1} className={classes['title']}>
          {texts.title}
        </h2>
        <p className={classes['description']}>{texts.description}</p>
        {unreached > 0 && (
          <p className={classes['status']} data-level="bad">
            <IconCircleX aria-hidden size={16} />
            {texts.cannotReach(unreached)}
          </p>
        )}
      </div>
      <div className={classes['roles']}>
        {roles.map(({ role, steps: ofRole }) => (
          <div key={role} className={classes['role']}>
            <h3 id={`${id}${role}`} className={classes['name']}>
              {texts.roles[role]}
            </h3>
            <ul className={classes['channels']} aria-labelledby={`${id}${role}`}>
              {ofRole.map((step) => (
                <StepLine key={step.label} {...step} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      {notes.length > 0 && (
        <ul className={classes['others']}>
          {notes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The text on the user's phone, which is shown whenever the app accepts the item. */
function screenStep(item: Item, valueOf: NotifiedProps['valueOf'], { isItemOff }: KnownRecipients): Step {
  const field = notificationKey(screenField(item), item);
  const shown: RouteStatus = { level: 'good', word: texts.shown, detail: valueOf(field), unreached: 0 };
  const status = isItemOff ? ITEM_OFF : shown;
  return { label: texts.onScreen, status, field };
}

function StepLine({ label, status: { level, word, detail }, field }: Step) {
  const Icon = ICONS[level];
  return (
    <li>
      <button type="button" className={classes['line']} onClick={() => focusField(field)}>
        <span className={classes['channel']}>{label}</span>{' '}
        <span className={classes['status']} data-level={level}>
          <Icon aria-hidden size={16} />
          {word}
        </span>{' '}
        <span className={classes['detail']} title={detail}>
          <TemplateText text={detail} />
        </span>
      </button>
    </li>
  );
}
