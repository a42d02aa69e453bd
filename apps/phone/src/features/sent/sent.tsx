import type { IncidentState } from '@callpoint/contract/incident-states';
import { IconLoader2 } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { preferences } from '../../device/preferences.ts';
import { signal } from '../../device/signals.ts';
import { Button } from '../../display/button.tsx';
import { Note } from '../../display/note.tsx';
import { Screen } from '../../display/screen.tsx';
import { navigate } from '../../links/route.ts';
import { NOT_SENT_AFTER } from '../../outbox/order.ts';
import { outbox } from '../../outbox/outbox.ts';
import { knownPresses, type KnownPress } from '../../reports/open-emergencies.ts';
import type { OutboxItem } from '../../storage/database.ts';
import { session } from '../../session/session.ts';
import { useIsPast } from '../../store/use-is-past.ts';
import { useStore } from '../../store/use-store.ts';
import { itemName } from '../../texts/items.ts';
import { incidentHeadline, type OwnIncident } from '../../texts/response/incident-text.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { texts } from '../../texts/texts.ts';
import { whenText } from '../../texts/times.ts';
import { NotSent } from './not-sent.tsx';
import { Received } from './received.tsx';
import classes from './sent.module.css';
import type { Unsent } from './unsent-reason.ts';
import { useStatus, type Status } from './use-status.ts';

/** The status of one submission, never more than is known. */
export function Sent({ parameter: clientId }: { parameter: string }) {
  const items = useStore(outbox);
  const userId = useStore(session)?.user.id ?? null;
  // Another person of this phone sees nothing of it. Without a session, the press itself has ended it.
  const item =
    items?.find(
      ({ client_id, user_id }) => client_id === clientId && (userId === null || user_id === userId),
    ) ?? null;
  // A submission that is not in the outbox was sent by another phone, or long ago.
  const isReceived = items !== null && (item === null || item.received !== null);
  const status = useStatus(clientId, isReceived);
  const isLate = useIsPast(item && !item.received ? Date.parse(item.pressed_at) + NOT_SENT_AFTER : null);
  const problem = item && !item.received ? problemOf(item, { isSignedOut: userId === null, isLate }) : null;
  const press = useLastKnown(clientId, userId, status);
  const incident = (status.submission ?? press)?.incident ?? null;
  const isShown = isReceived && (item !== null || status.submission !== null || press !== null);
  useSignals(signalOf(item, problem, status, incident));
  const label = labelOf(item, press, status);
  return (
    <Screen
      title={label}
      state={stateText(isReceived, item, problem, status, incident)}
      urgent={problem !== null}
      note={isShown && status.state === 'failed' ? texts.sent.statusUnknown : ''}
    >
      {item && !item.is_stored && !item.received && <Note alert>{texts.sent.keepOpen}</Note>}
      {items !== null && item && !item.received && problem === null && <Sending item={item} />}
      {item && problem !== null && <NotSent item={item} code={problem} />}
      {item?.received && status.state === 'missing' && <Note alert>{texts.sent.deleted}</Note>}
      {isShown && status.state !== 'missing' && (
        <Received clientId={clientId} item={item} status={status} press={press} />
      )}
      {isReceived && !isShown && <Unknown state={status.state} />}
      <Button onClick={() => navigate('/')}>{leaveText(userId !== null, isReceived)}</Button>
    </Screen>
  );
}

/** The state that this phone read last, until the server responds; null if it knows none. */
function useLastKnown(
  clientId: string,
  userId: number | null,
  { submission, state }: Status,
): KnownPress | null {
  const stored = useStore(knownPresses);
  if (submission || state === 'missing' || stored?.userId !== userId) return null;
  const press = stored?.presses.find(({ client_id }) => client_id === clientId);
  return press?.incident ? press : null;
}

function leaveText(isSignedIn: boolean, isReceived: boolean): string {
  if (!isSignedIn) return texts.signIn.submit;
  return isReceived ? texts.sent.done : texts.common.home;
}

function Sending({ item }: { item: OutboxItem }) {
  return (
    <output className={classes['state']}>
      <IconLoader2 aria-hidden className={classes['spin']} />
      <div>
        <p className={classes['word']}>{texts.sent.sending}</p>
        <p>{texts.sent.pressed(whenText(item.pressed_at))}</p>
        <p>{texts.sent.sendingHint}</p>
      </div>
    </output>
  );
}

/** What was sent from another phone, or long ago. */
function Unknown({ state }: { state: Status['state'] }) {
  if (state === 'loading') return <output>{texts.common.loading}</output>;
  return <Note alert>{state === 'missing' ? texts.sent.missing : texts.sent.statusUnknown}</Note>;
}

/** Why it is not sent; null while it is being sent. */
function problemOf(
  { problem }: OutboxItem,
  { isSignedOut, isLate }: { isSignedOut: boolean; isLate: boolean },
): Unsent | null {
  // Another page, or the service worker, may have learned that the session ended.
  if (isSignedOut && problem?.code !== 'rejected') return 'signed-out';
  return problem?.code ?? (isLate ? 'waiting' : null);
}

function labelOf(item: OutboxItem | null, press: KnownPress | null, { submission, state }: Status): string {
  // Only presses of buttons are remembered.
  const ofButton = press && { kind: 'button' as const, item_id: press.item_id };
  const named = item ?? submission ?? ofButton;
  const drill = (submission ?? press)?.incident?.is_drill ? `${responseTexts.incident.drill} – ` : '';
  if (named) return drill + itemName(named.kind, named.item_id);
  return state === 'loading' ? '' : texts.sent.submission;
}

/** The state in the title of the window. */
function stateText(
  isReceived: boolean,
  item: OutboxItem | null,
  problem: Unsent | null,
  { submission }: Status,
  incident: OwnIncident | null,
): string {
  if (problem !== null) return texts.sent.notSent;
  if (item && !isReceived) return texts.sent.sending;
  if (incident && incident.state !== 'open') return incidentHeadline(incident);
  if (submission?.opened_at) return texts.history.seen;
  return item || submission || incident ? texts.sent.received : '';
}

/** What the person should notice: `failed`, `seen`, or the state of the incident. */
type News = 'failed' | 'seen' | Exclude<IncidentState, 'open'>;

function signalOf(
  item: OutboxItem | null,
  problem: Unsent | null,
  { submission, state }: Status,
  incident: OwnIncident | null,
): News | null | undefined {
  if ((!item || item.received) && state === 'loading') return undefined;
  if (incident && incident.state !== 'open') return incident.state;
  if (submission?.opened_at) return 'seen';
  // The rest is signaled on every screen.
  return problem === 'waiting' ? 'failed' : null;
}

/** Vibrates and sounds when the state changes, not when the screen is opened again. Undefined: not known yet. */
function useSignals(name: News | null | undefined): void {
  const { sound } = useStore(preferences);
  const before = useRef<News | null | undefined>(undefined);
  useEffect(() => {
    if (name === undefined) return;
    if (before.current !== undefined && name !== null && name !== before.current) {
      signal(name === 'failed' ? 'failed' : 'seen', { sound });
    }
    before.current = name;
  }, [name, sound]);
}
