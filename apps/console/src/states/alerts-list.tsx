import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useRef, type FocusEvent } from 'react';
import { carryOver, takeCarried } from '../links/document.ts';
import { useStore } from '../store/use-store.ts';
import { feedbackTexts } from '../texts/feedback.ts';
import { alerts, type AlertKind, type AlertMessage } from './alerts.ts';
import classes from './alerts-list.module.css';

const ICONS = { success: IconCircleCheck, error: IconAlertTriangle, info: IconInfoCircle };

/** A recent success, on a page with another document. */
const CARRIED = 'alerts';

/** The messages of the page, announced as they appear: errors immediately, the rest when there is a pause. */
export function AlertsList() {
  const list = useStore(alerts);
  useEffect(() => {
    const carried = takeCarried(CARRIED);
    if (carried !== undefined) alerts.success(carried as string[]);
    return carryOver(CARRIED, () => {
      const messages = alerts.current();
      return messages[0]?.kind === 'success' ? messages.map(({ msg }) => msg) : undefined;
    });
  }, []);
  // A button of a message disappears with it: the focus returns to the previous element.
  const previous = useRef<EventTarget | null>(null);
  const remember = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) previous.current = relatedTarget;
  };
  const clear = () => {
    (previous.current as HTMLElement | null)?.focus({ preventScroll: true });
    previous.current = null;
    alerts.clear();
  };
  const kind = list[0]?.kind;
  const box = kind ? <Box kind={kind} messages={list} onClear={clear} /> : null;
  return (
    <div className={classes['list']} onFocus={remember}>
      <div role="alert">{kind === 'error' ? box : null}</div>
      <output>{kind === 'error' ? null : box}</output>
    </div>
  );
}

type BoxProps = { kind: AlertKind; messages: readonly AlertMessage[]; onClear: () => void };

function Box({ kind, messages, onClear }: BoxProps) {
  const action = messages[0]?.action;
  return (
    <AlertBox kind={kind} onClose={onClear}>
      {messages.length === 1 ? (
        <p>
          {messages[0]?.msg}
          {action && (
            <button
              type="button"
              className={classes['action']}
              onClick={() => {
                onClear();
                action.onSelect();
              }}
            >
              {action.label}
            </button>
          )}
        </p>
      ) : (
        <ul>
          {messages.map(({ id, msg }) => (
            <li key={id}>{msg}</li>
          ))}
        </ul>
      )}
    </AlertBox>
  );
}

type AlertBoxProps = {
  kind: AlertKind;
  /** Read before the message, so that the color is never the only sign. */
  label?: string;
  onClose?: () => void;
  children: React.ReactNode;
};

/** One message in its color, with icon and label; for messages that belong to one part of a page. */
export function AlertBox({ kind, label, onClose, children }: AlertBoxProps) {
  const Icon = ICONS[kind];
  return (
    <div className={classes['box']} data-kind={kind}>
      <Icon aria-hidden size={20} className={classes['icon']} />
      <strong className={classes['label']}>{label ?? feedbackTexts.kinds[kind]}</strong>
      <div className={classes['text']}>{children}</div>
      {onClose && (
        <button type="button" className={classes['close']} aria-label={feedbackTexts.clear} onClick={onClose}>
          <IconX aria-hidden size={18} />
        </button>
      )}
    </div>
  );
}
