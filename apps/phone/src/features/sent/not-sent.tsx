import { formatDegrees } from '@callpoint/alerts/templates/maps';
import { IconCircleX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useOnline } from '../../device/online.ts';
import { Button } from '../../display/button.tsx';
import { ContactList } from '../../display/contact-list.tsx';
import { Confirm } from '../../display/dialog.tsx';
import { navigate } from '../../links/route.ts';
import { discard, sendAgain } from '../../outbox/outbox.ts';
import { dashboard, emergencyNumber, refreshDashboard } from '../../session/dashboard.ts';
import { session, sessionEnd } from '../../session/session.ts';
import type { OutboxItem } from '../../storage/database.ts';
import { useStore } from '../../store/use-store.ts';
import { shownName } from '../../texts/items.ts';
import { texts } from '../../texts/texts.ts';
import { timeText, whenText } from '../../texts/times.ts';
import classes from './sent.module.css';
import { unsentReason, type Unsent } from './unsent-reason.ts';

/** The server does not have the submission: the reason, and whom to call instead. */
export function NotSent({ item, code }: { item: OutboxItem; code: Unsent }) {
  const shown = useStore(dashboard);
  const isOnline = useOnline();
  const [isAsking, setAsking] = useState(false);
  const isFinal = code === 'rejected';
  useEffect(() => {
    // The button may be turned off now.
    if (isFinal) refreshDashboard().catch(() => null);
  }, [isFinal]);
  return (
    <>
      <div className={classes['notSent']} role="alert">
        <div className={classes['state']}>
          <IconCircleX aria-hidden />
          <p className={classes['word']}>{texts.sent.notSent}</p>
        </div>
        <p>{unsentReason(code, { problem: item.problem, end: sessionEnd.current(), isOnline })}</p>
        <p>{prospectOf(item, code)}</p>
      </div>
      <h2 className={classes['group']}>{texts.sent.callNow}</h2>
      <ContactList
        contacts={shown?.contacts ?? []}
        number={emergencyNumber(shown)}
        message={messageOf(item)}
      />
      {isFinal && <Button onClick={() => void sendAgain(item.client_id)}>{texts.sent.retry}</Button>}
      {isFinal && item.pictures.length > 0 && (
        <Button onClick={() => void sendAgain(item.client_id, { pictures: [] })}>
          {texts.sent.retryWithoutPictures}
        </Button>
      )}
      {isFinal && <Button onClick={() => setAsking(true)}>{texts.sent.discard}</Button>}
      {isAsking && (
        <Confirm
          title={texts.sent.discardTitle}
          yes={texts.sent.discard}
          no={texts.common.cancel}
          onNo={() => setAsking(false)}
          onYes={() => {
            navigate('/', { replace: true });
            void discard(item.client_id);
          }}
        >
          <p>{texts.sent.discardText}</p>
        </Confirm>
      )}
    </>
  );
}

/** What happens to it next. */
function prospectOf({ pressed_at }: OutboxItem, code: Unsent): string {
  if (code === 'rejected') return texts.sent.notAccepted;
  const time = whenText(pressed_at);
  return code === 'signed-out' ? texts.sent.notSentSignedOut(time) : texts.sent.notSentSince(time);
}

/** What the person would type into a message now. */
function messageOf({ kind, item_id, label, pressed_at, location, message }: OutboxItem): string {
  const place = location
    ? texts.sent.smsPlace(`${formatDegrees(location.lat)}, ${formatDegrees(location.lng)}`)
    : '';
  const name = session.current()?.user.name ?? '';
  const text = texts.sent.smsText(shownName(kind, item_id, label), name, timeText(pressed_at), place);
  return message === '' ? text : `${text}\n${message}`;
}
