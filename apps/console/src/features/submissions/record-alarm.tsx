import type { Alarm } from '@callpoint/contract/alarms';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { alerts } from '../../states/alerts.ts';
import { AlertBox } from '../../states/alerts-list.tsx';
import { messagesOf } from '../../net/call-error.ts';
import type { Scope } from '../../list/scope.ts';
import { alarmTexts } from '../../texts/alarms.ts';
import { PhoneLink } from '../../display/cells.tsx';
import { useAlarmAbout, useCloseAlarm } from './alarms.api.ts';
import classes from './submissions.module.css';
import type { SubmissionKind } from './submissions-call.ts';

/** Above a record of which nobody was told: why, whom to call, and that somebody has seen to it. */
export function RecordAlarm({ scope, kind, id }: { scope: Scope; kind: SubmissionKind; id: number }) {
  const alarm = useAlarmAbout(scope, kind, id);
  return alarm ? <Open alarm={alarm} scope={scope} /> : null;
}

function Open({ alarm, scope }: { alarm: Alarm; scope: Scope }) {
  const close = useCloseAlarm(scope.base);
  const [closing, setClosing] = useState(false);
  const seen = async () => {
    setClosing(true);
    try {
      await close(alarm.id);
    } catch (error) {
      alerts.error(messagesOf(error));
    } finally {
      setClosing(false);
    }
  };
  return (
    <AlertBox kind="error" word={alarmTexts.nobodyTold}>
      <p>
        {alarmTexts.why[alarm.reason]} {alarm.app_user ? alarmTexts.call : alarmTexts.callThem}{' '}
        {alarm.app_user && (
          <>
            {alarm.app_user.name}, <PhoneLink number={alarm.app_user.phone} />
          </>
        )}
      </p>
      <Button
        className={classes['seen'] ?? ''}
        variant="default"
        loading={closing}
        title={alarmTexts.seenMeans}
        onClick={() => void seen()}
      >
        {alarmTexts.seen}
      </Button>
    </AlertBox>
  );
}
