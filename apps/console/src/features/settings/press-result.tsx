import type { Channel } from '@callpoint/contract/channels/channels';
import type { PreviewData } from '@callpoint/contract/notifications';
import { channelSettingsTexts } from '../../texts/channel-settings.ts';
import { pressTexts } from '../../texts/press-for-me.ts';
import { comparePlans, type Change, type PlanChanges } from './compare-plans.ts';
import { PlannedMessage, whoOf } from './planned-message.tsx';
import type { Press } from './press-for-me.api.ts';
import classes from './press-for-me.module.css';

/** What a card is about: a channel, or the phone's own screen. */
export type PressPart = 'screen' | Channel;

interface PressResultProps {
  part: PressPart;
  press: Press;
  userName: string;
  data: PreviewData;
}

/** What would happen, and what saving would change about it. */
export function PressResult({ part, press, userName, data }: PressResultProps) {
  const { now, saved, is_on, is_blocked } = data;
  const changes = comparePlans(saved, now, part === 'screen' ? null : part);
  return (
    <div className={classes['result']}>
      {!is_on && <p className={classes['stop']}>{pressTexts.isOff}</p>}
      {is_blocked && <p className={classes['stop']}>{pressTexts.isBlocked(userName)}</p>}
      {part === 'screen' ? (
        <>
          <h4 className={classes['heading']}>{pressTexts.screen}</h4>
          <p className={classes['text']}>{now.alert}</p>
        </>
      ) : (
        <>
          <h4 className={classes['heading']}>{channelSettingsTexts.list[part]}</h4>
          {changes.messages.length === 0 && <p>{channelSettingsTexts.noMessages[part]}</p>}
          <ul className={classes['messages']}>
            {changes.messages.map(({ message }) => (
              <PlannedMessage key={`${message.role} ${message.address}`} message={message} press={press} />
            ))}
          </ul>
        </>
      )}
      <h4 className={classes['heading']}>{pressTexts.changes}</h4>
      <Changes lines={part === 'screen' ? screenLines(changes) : messageLines(changes)} />
    </div>
  );
}

function Changes({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <p>{pressTexts.noChanges}</p>;
  return (
    <ul className={classes['changes']}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function screenLines({ alert }: PlanChanges): string[] {
  return alert ? [pressTexts.alertIsOther] : [];
}

const LINES: Readonly<Record<Exclude<Change, 'same'>, (who: string) => string>> = {
  new: pressTexts.isNew,
  words: pressTexts.isOther,
  standing: pressTexts.isStanding,
};

function messageLines({ messages, gone }: PlanChanges): string[] {
  return [
    ...messages.flatMap(({ message, change }) => (change === 'same' ? [] : [LINES[change](whoOf(message))])),
    ...gone.map((message) => pressTexts.isGone(whoOf(message))),
  ];
}
