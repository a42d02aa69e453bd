import { CHANNEL } from '@callpoint/contract/channels/channels';
import type { EscalationTimeline, TimelineMessage } from '@callpoint/contract/escalation-preview';
import { IconMinus, IconPlayerPause, IconSend } from '@tabler/icons-react';
import { RecipientAddress } from '../../../display/cells.tsx';
import { dryRunTexts } from '../../../texts/dry-run.ts';
import { timelineTexts as texts } from '../../../texts/timeline.ts';
import classes from '../dry-run.module.css';
import own from './timeline.module.css';

const ICONS = { pending: IconSend, held: IconPlayerPause, skipped: IconMinus } as const;

type Run = EscalationTimeline['runs'][number];

/** Each step at its time, with its messages, and what happens if no one answers. */
export function TimelineRuns({ timeline, isDrill }: { timeline: EscalationTimeline; isDrill: boolean }) {
  const { person, runs, repeats, unanswered_after: end, needs_answer } = timeline;
  return (
    <div className={classes['result']}>
      <h4 className={classes['heading']}>{texts.title(person)}</h4>
      <ol className={own['runs']}>
        {runs.map((run, index) => (
          <li key={run.run} className={own['run']}>
            {/* The times of all steps are in view; the messages of one are a click away. */}
            <details>
              <summary className={own['time']}>
                <strong>{texts.after(run.after)}</strong> {titleOf(run)}{' '}
                <span className={classes['soft']}>{texts.messages(run.messages.length)}</span>
              </summary>
              <ul className={classes['messages']}>
                {run.messages.map((message, position) => (
                  <Message key={position} message={message} content={timeline.texts[message.text]} />
                ))}
              </ul>
            </details>
            {isEarly(run, runs[index - 1]) && <p className={classes['soft']}>{texts.early(run.planned)}</p>}
          </li>
        ))}
        {repeats > 1 && (
          <li className={own['run']}>
            <p className={classes['soft']}>{texts.repeatsFollow(repeats - 1)}</p>
          </li>
        )}
        {end !== null && (
          <li className={own['run']}>
            <p className={own['time']}>
              <strong>{texts.after(end)}</strong> {isDrill ? texts.drillEnd : texts.unanswered}
            </p>
          </li>
        )}
      </ol>
      {!needs_answer && !isDrill && <p>{texts.noAnswer}</p>}
    </div>
  );
}

/** It starts before its time because of the step before it, not because of an earlier one. */
function isEarly(run: Run, before: Run | undefined): boolean {
  return before !== undefined && run.planned - run.after > before.planned - before.after;
}

function titleOf({ round, step }: Run): string {
  const part = step === null ? texts.first : texts.step(step + 1);
  return round === 0 ? part : `${texts.repeat(round)}: ${part}`;
}

interface MessageProps {
  message: TimelineMessage;
  content: EscalationTimeline['texts'][number] | undefined;
}

function Message({ message, content }: MessageProps) {
  const { channel, role, name, address, state, reason } = message;
  const Icon = ICONS[state];
  return (
    <li className={classes['message']}>
      <p className={classes['recipient']}>
        <strong>{CHANNEL[channel].label}:</strong> {name !== null && `${name}, `}
        {address ? <RecipientAddress address={address} /> : name === null && texts.roles[role]}{' '}
        {(address !== '' || name !== null) && <span className={classes['soft']}>{texts.roles[role]}</span>}
      </p>
      <p className={classes['state']} data-state={state}>
        <Icon aria-hidden size={16} />
        <span>
          {dryRunTexts.states[state]}
          {reason && `: ${reason}`}
        </span>
      </p>
      {content && state !== 'skipped' && (
        <details className={classes['fullText']}>
          <summary>{dryRunTexts.fullText}</summary>
          {content.subject !== null && (
            <p className={classes['subject']}>{dryRunTexts.subject(content.subject)}</p>
          )}
          <p className={classes['text']}>{content.text}</p>
        </details>
      )}
    </li>
  );
}
