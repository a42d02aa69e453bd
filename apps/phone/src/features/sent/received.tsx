import { isDelayed } from '@callpoint/contract/delayed';
import { notifiesSomeone } from '@callpoint/contract/reaches-someone';
import { IconAlertTriangle, IconCircleCheck, IconEye, IconMapPin } from '@tabler/icons-react';
import { ContactList } from '../../display/contact-list.tsx';
import controls from '../../display/controls.module.css';
import { Note } from '../../display/note.tsx';
import { FOLLOWED_FOR } from '../../outbox/follow.ts';
import { isEmergency } from '../../outbox/order.ts';
import { dashboard, emergencyNumber } from '../../session/dashboard.ts';
import type { KnownPress } from '../../reports/open-emergencies.ts';
import type { OutboxItem } from '../../storage/database.ts';
import { useIsPast } from '../../store/use-is-past.ts';
import { useStore } from '../../store/use-store.ts';
import { texts } from '../../texts/texts.ts';
import { whenText } from '../../texts/times.ts';
import { expectedAt } from '../../texts/response/incident-text.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { AwaitedIncident, Incident } from './incident.tsx';
import { PushQuestion } from './push-question.tsx';
import { RecipientList } from './recipients.tsx';
import { SafeState } from './safe-state.tsx';
import classes from './sent.module.css';
import type { Status } from './use-status.ts';

type ReceivedProps = {
  clientId: string;
  item: OutboxItem | null;
  status: Status;
  /** The state that this phone read last; null once the server has responded, and if there is none. */
  press: KnownPress | null;
};

/** The server has the submission: its text for the screen, who is notified, and whether someone saw it. */
export function Received({ clientId, item, status, press }: ReceivedProps) {
  const { submission } = status;
  const incident = (submission ?? press)?.incident ?? null;
  const alert = submission?.alert ?? item?.received?.alert ?? '';
  // By the server's clock.
  const receivedAt = submission?.created_at;
  // Unknown until a status is read: the server has it, and nothing more is known.
  const isNotified = submission ? notifiesSomeone(submission) : !incident?.is_unnotified;
  const isDrill = incident?.is_drill ?? false;
  // The first state comes a moment later, when a finger may already be on its way to a button.
  const isAwaited = incident === null && status.state === 'loading' && item !== null && isEmergency(item);
  const isOverdue = useIsPast(incident && expectedAt(incident)) && !isDrill;
  const StateIcon = isNotified ? IconCircleCheck : IconAlertTriangle;
  return (
    <>
      <output className={`${classes['state']} ${classes[isNotified ? 'received' : 'unnoticed']}`}>
        <StateIcon aria-hidden />
        <div>
          <p className={classes['word']}>{texts.sent.received}</p>
          {receivedAt !== undefined && <p>{whenText(receivedAt)}</p>}
          {isAwaited && (
            <p className={classes['awaited']} aria-hidden>
              {whenText(item.pressed_at)}
            </p>
          )}
        </div>
      </output>
      {submission?.pressed_at && isDelayed(submission) && (
        <Note>{texts.sent.delayed(whenText(submission.pressed_at), whenText(submission.created_at))}</Note>
      )}
      {isDrill && <Note>{responseTexts.incident.drillNote}</Note>}
      {!isNotified && !incident && <Unnotified />}
      {incident && <Incident incident={incident} />}
      {isAwaited && <AwaitedIncident />}
      {press?.read_at && (
        <p className={controls['soft']}>{responseTexts.open.readAt(whenText(press.read_at))}</p>
      )}
      {(isOverdue || (incident && !isNotified && !isDrill)) && <CallSomeone />}
      {alert !== '' && (
        <AlertText text={alert} isFolded={isDrill || !isNotified || (incident?.state ?? 'open') !== 'open'} />
      )}
      {submission && <Seen submission={submission} />}
      {isAwaited && (
        <p className={classes['awaited']} aria-hidden>
          {texts.sent.notSeen}
        </p>
      )}
      <SafeState
        clientId={clientId}
        incident={incident}
        isEmergency={submission === null && item !== null && isEmergency(item)}
      />
      {submission && (
        <>
          <h2 className={classes['group']}>{texts.sent.messages}</h2>
          <RecipientList recipients={submission.recipients} />
        </>
      )}
      {submission && <LocationLine item={item} location={submission.location} />}
      <PushQuestion />
    </>
  );
}

function Seen({ submission: { opened_at: at, incident } }: { submission: Submission }) {
  // Who has it is newer, and does not need to open the record.
  if ((incident?.acknowledged_at ?? null) !== null) return null;
  if (at === null) return <p className={controls['soft']}>{texts.sent.notSeen}</p>;
  return (
    <output className={classes['seen']}>
      <IconEye aria-hidden />
      {texts.sent.seen(whenText(at))}
    </output>
  );
}

/**
 * The subscriber's text. It may announce help: in a drill, or while no one was notified, none comes; once someone has it, what
 * they do is newer.
 */
function AlertText({ text, isFolded }: { text: string; isFolded: boolean }) {
  if (!isFolded) return <p className={classes['text']}>{text}</p>;
  return (
    <details className={classes['folded']}>
      <summary>{responseTexts.incident.firstText}</summary>
      <p className={classes['text']}>{text}</p>
    </details>
  );
}

type Submission = NonNullable<Status['submission']>;

/** Of a submission without an incident. Comes before the subscriber's text, which may promise help. */
function Unnotified() {
  return (
    <>
      <Note alert>{texts.sent.noRecipients}</Note>
      <Contacts />
    </>
  );
}

/** No one was notified, or the person who has it has not arrived at the time that they announced. */
function CallSomeone() {
  return (
    <>
      <h2 className={classes['group']}>{texts.sent.callNow}</h2>
      <Contacts />
    </>
  );
}

function Contacts() {
  const shown = useStore(dashboard);
  return <ContactList contacts={shown?.contacts ?? []} number={emergencyNumber(shown)} />;
}

function LocationLine({ item, location }: { item: OutboxItem | null; location: Submission['location'] }) {
  // The phone then no longer sends it.
  const isFinal = useIsPast(item ? Date.parse(item.pressed_at) + FOLLOWED_FOR : null);
  const follows = item?.location_follows && !isFinal;
  const unknown = follows ? texts.sent.locationFollows : texts.sent.noLocation;
  return (
    <p className={classes['location']}>
      <IconMapPin aria-hidden />
      {location ? texts.sent.locationSent : unknown}
    </p>
  );
}
