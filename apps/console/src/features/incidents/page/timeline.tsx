import type { IncidentDetails } from '@callpoint/contract/incidents';
import { Status } from '../../../display/status.tsx';
import { ListTime } from '../../../display/timestamp.tsx';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { messageStatus } from '../message-status.ts';
import classes from './incident.module.css';
import { listEntries, type Entry } from './list-entries.ts';
import { MOST_PRINTED } from './list-recipients.ts';
import { Panel } from './panel.tsx';

/** Notes and other events that fit on the sheet. */
const PRINTED = { notes: 20, newest: 25, oldest: 15 };

/** Everything that happened, newest first. */
export function Timeline({ incident }: { incident: IncidentDetails }) {
  const entries = listEntries(incident);
  const { length } = incident.messages;
  const unprinted = length > MOST_PRINTED ? length : 0;
  const events = entries.filter(({ message }) => message === null);
  const notes = events.filter(({ isNote }) => isNote);
  const others = events.filter(({ isNote }) => !isNote);
  // How it began, and what happened last.
  const printed = new Set([
    ...notes.slice(0, PRINTED.notes),
    ...others.slice(0, PRINTED.newest),
    ...others.slice(-PRINTED.oldest),
  ]);
  const left = events.length - printed.size;
  return (
    <Panel title={texts.timeline} aside={texts.newestFirst}>
      <ol reversed className={classes['timeline']}>
        {entries.map((entry) => (
          <Line
            key={entry.key}
            entry={entry}
            openedAt={incident.opened_at}
            isPrinted={entry.message === null ? printed.has(entry) : unprinted === 0}
          />
        ))}
      </ol>
      <p className={classes['printedMore']}>
        {left > 0 && texts.moreEvents(left)} {texts.textsInPdf}
      </p>
      {unprinted > 0 && <p className={classes['printedMore']}>{texts.moreMessages(unprinted)}</p>}
    </Panel>
  );
}

function Line({ entry, openedAt, isPrinted }: { entry: Entry; openedAt: string; isPrinted: boolean }) {
  const { at, who, what, detail, message } = entry;
  const status = message && messageStatus(message);
  return (
    <li data-screen-only={!isPrinted || undefined}>
      <span className={classes['lineTime']}>
        <ListTime at={at} after={openedAt} />
      </span>
      <div className={classes['line']}>
        <span>
          {who && <bdi className={classes['strong']}>{who}</bdi>} <bdi>{what}</bdi>
        </span>
        {status && <Status kind={status.kind}>{status.word}</Status>}
        {detail && <span className={classes['written']}>{detail}</span>}
      </div>
    </li>
  );
}
