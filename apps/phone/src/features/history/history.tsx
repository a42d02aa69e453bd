import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconEye,
  IconFlag,
  IconHandStop,
  IconX,
} from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useOnline } from '../../device/online.ts';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { BreakableName } from '../../display/breakable-name.tsx';
import { ItemIcon } from '../../display/item-icon.tsx';
import { Note, Problem } from '../../display/note.tsx';
import { Screen } from '../../display/screen.tsx';
import { href } from '../../links/route.ts';
import { outbox } from '../../outbox/outbox.ts';
import { knownPresses, loadPresses } from '../../reports/open-emergencies.ts';
import { read, session } from '../../session/session.ts';
import { useIsPast } from '../../store/use-is-past.ts';
import { useStore } from '../../store/use-store.ts';
import { itemName } from '../../texts/items.ts';
import { expectedAt, incidentHeadline } from '../../texts/response/incident-text.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { texts } from '../../texts/texts.ts';
import { timeText } from '../../texts/times.ts';
import classes from './history.module.css';
import { joinHistory, type HistoryEntry } from './join-history.ts';

const ICONS = {
  answered: IconHandStop,
  open: IconClock,
  seen: IconEye,
  received: IconCheck,
  unnotified: IconAlertTriangle,
  'not-sent': IconX,
  drill: IconFlag,
  overdue: IconAlertTriangle,
  closed: IconCircleCheck,
} as const;

/** The person's own submissions: those on this phone immediately, the others as soon as the server responds. */
export function History() {
  const isOnline = useOnline();
  const userId = useStore(session)?.user.id;
  const items = (useStore(outbox) ?? []).filter((item) => item.user_id === userId);
  const { submissions, older, state, readMore } = useSubmissions();
  const stored = useStore(knownPresses);
  const entries = joinHistory(items, submissions, stored?.userId === userId ? stored?.presses : []);
  return (
    <Screen title={texts.history.title}>
      {entries.length === 0 && state === 'loading' && <output>{texts.common.loading}</output>}
      {entries.length === 0 && state === 'loaded' && <p>{texts.history.empty}</p>}
      <ul>
        {entries.map((entry) => (
          <li key={entry.clientId}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      {/* Below the list, so that it moves no entry. */}
      {state === 'failed' && (
        <Note>
          {texts.sent.problems[isOnline ? 'unreachable' : 'offline']} {texts.history.onlyPhone}
        </Note>
      )}
      {state === 'failed' && submissions.length > 0 && <Problem>{texts.history.failed}</Problem>}
      {(older !== null || state === 'failed') && (
        <Button disabled={state === 'loading'} onClick={() => void readMore()}>
          {state === 'failed' ? texts.home.tryAgain : texts.history.older}
        </Button>
      )}
    </Screen>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { clientId, kind, itemId, at, state, delayed, failedMessages, incident } = entry;
  const isOverdue = useIsPast(incident && expectedAt(incident));
  const shown = shownState(entry, isOverdue);
  const Icon = ICONS[shown];
  const words = {
    answered: incident ? incidentHeadline(incident) : '',
    open: responseTexts.incident.states.open,
    seen: texts.history.seen,
    received: texts.history.received,
    unnotified: texts.history.unnotified,
    'not-sent': texts.history.notSent,
  };
  return (
    <a className={classes['entry']} href={href(`/sent/${clientId}`)}>
      <ItemIcon kind={kind} id={itemId} />
      <span className={classes['body']}>
        <span className={classes['facts']}>
          <span className={classes['label']}>
            {incident?.is_drill && <strong>{responseTexts.incident.drill} – </strong>}
            <BreakableName name={itemName(kind, itemId)} />
          </span>
          <span className={controls['soft']}>
            {timeText(at)}
            {delayed && `, ${texts.history.delayed}`}
            {failedMessages > 0 && `, ${texts.history.failedMessages(failedMessages)}`}
          </span>
        </span>
        <span className={classes['state']} data-state={shown}>
          <Icon aria-hidden />
          <span>{words[state]}</span>
        </span>
      </span>
    </a>
  );
}

/** What decides about the icon and the color. */
function shownState({ state, incident }: HistoryEntry, isOverdue: boolean): keyof typeof ICONS {
  if (incident?.is_drill) return 'drill';
  if (isOverdue) return 'overdue';
  return incident?.state === 'closed' ? 'closed' : state;
}

/** The received submissions in the outbox. */
const countReceived = () => (outbox.current() ?? []).filter(({ received }) => received !== null).length;

function useSubmissions() {
  const [submissions, setSubmissions] = useState<OwnSubmission[]>([]);
  const [older, setOlder] = useState<string | null>(null);
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const readPage = useCallback(async (position: string | null) => {
    try {
      const page = await read('/mapi/v1/listPaged/submission', position === null ? {} : { older: position });
      setSubmissions((before) => (position === null ? page.items : [...before, ...page.items]));
      setOlder(page.older);
      setState('loaded');
    } catch {
      setState('failed');
    }
  }, []);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- It is set after the response.
    void readPage(null);
    void loadPresses().catch(() => null);
    // Again when the server has received another one.
    let count = countReceived();
    return outbox.subscribe(() => {
      const before = count;
      count = countReceived();
      if (count > before) void readPage(null);
    });
  }, [readPage]);
  const readMore = () => {
    setState('loading');
    return readPage(older);
  };
  return { submissions, older, state, readMore };
}
