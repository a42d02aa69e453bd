import type { RoutedChannel } from '@callpoint/contract/channels/channels';
import type { PreviewData } from '@callpoint/contract/notifications';
import { channelSettingsTexts } from '../../texts/channel-settings.ts';
import { dryRunTexts } from '../../texts/dry-run.ts';
import { comparePlans, type MessageChange, type PlanChanges } from './compare-plans.ts';
import { PlannedMessageItem, recipientText } from './planned-message.tsx';
import type { DryRunInput } from './dry-run.api.ts';
import classes from './dry-run.module.css';

/** What a card is about: a channel, or the phone's own screen. */
export type DryRunPart = 'screen' | RoutedChannel;

interface DryRunResultProps {
  part: DryRunPart;
  press: DryRunInput;
  userName: string;
  data: PreviewData;
}

/** What would happen, and the effect of saving on it. */
export function DryRunResult({ part, press, userName, data }: DryRunResultProps) {
  const { now, saved, is_on, is_blocked } = data;
  const changes = comparePlans(saved, now, part === 'screen' ? null : part);
  return (
    <div className={classes['result']}>
      {!is_on && <p className={classes['stop']}>{dryRunTexts.isOff}</p>}
      {is_blocked && <p className={classes['stop']}>{dryRunTexts.isBlocked(userName)}</p>}
      {part === 'screen' ? (
        <>
          <h4 className={classes['heading']}>{dryRunTexts.screen}</h4>
          <p className={classes['text']}>{now.alert}</p>
        </>
      ) : (
        <>
          <h4 className={classes['heading']}>{channelSettingsTexts.list[part]}</h4>
          {changes.messages.length === 0 && <p>{channelSettingsTexts.noMessages[part]}</p>}
          <ul className={classes['messages']}>
            {changes.messages.map(({ message }) => (
              <PlannedMessageItem
                key={`${message.role} ${message.address}`}
                message={message}
                press={press}
              />
            ))}
          </ul>
        </>
      )}
      <h4 className={classes['heading']}>{dryRunTexts.changes}</h4>
      <Changes lines={part === 'screen' ? screenLines(changes) : messageLines(changes)} />
    </div>
  );
}

function Changes({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <p>{dryRunTexts.noChanges}</p>;
  return (
    <ul className={classes['changes']}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function screenLines({ alert }: PlanChanges): string[] {
  return alert ? [dryRunTexts.alertIsOther] : [];
}

const CHANGE_TEXTS: Readonly<Record<Exclude<MessageChange, 'same'>, (who: string) => string>> = {
  new: dryRunTexts.isNew,
  text: dryRunTexts.hasNewText,
  outcome: dryRunTexts.hasNewOutcome,
};

function messageLines({ messages, removed }: PlanChanges): string[] {
  return [
    ...messages.flatMap(({ message, change }) =>
      change === 'same' ? [] : [CHANGE_TEXTS[change](recipientText(message))],
    ),
    ...removed.map((message) => dryRunTexts.isRemoved(recipientText(message))),
  ];
}
