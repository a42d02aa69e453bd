import type { Alarm } from '@callpoint/contract/alarms';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { alerts } from '../../states/alerts.ts';
import { AlertBox } from '../../states/alerts-list.tsx';
import { explainFailedAction } from '../../net/call-error.ts';
import type { Scope } from '../../list/scope.ts';
import { alarmTexts } from '../../texts/alarms.ts';
import { recordAlarmTexts } from '../../texts/record-alarm.ts';
import { PhoneLink } from '../../display/cells.tsx';
import { useSubmissionAlarm, useCloseAlarm, type SubmissionIdField } from './alarms.api.ts';
import { alarmHeadline } from './alarm-headline.ts';
import classes from './record-alarm.module.css';

interface RecordAlarmProps {
  scope: Scope;
  reference: SubmissionIdField;
  id: number;
  /** Shown if no one has acknowledged the incident of the submission: the link to it. */
  children?: ReactNode;
}

/** Above a record that notified no one: why, whom to call, and a button that marks it as handled. */
export function RecordAlarm({ scope, reference, id, children }: RecordAlarmProps) {
  const alarm = useSubmissionAlarm(scope, reference, id);
  return alarm ? (
    <Open alarm={alarm} scope={scope}>
      {children}
    </Open>
  ) : null;
}

function Open({ alarm, scope, children }: { alarm: Alarm; scope: Scope; children: ReactNode }) {
  const close = useCloseAlarm(scope.base);
  const [closing, setClosing] = useState(false);
  const markHandled = async () => {
    setClosing(true);
    try {
      await close(alarm.id);
    } catch (error) {
      alerts.error(explainFailedAction(error));
    } finally {
      setClosing(false);
    }
  };
  return (
    <AlertBox kind="error" label={alarmHeadline(alarm)}>
      <p>
        {alarmTexts.why[alarm.reason]}{' '}
        {alarm.app_user ? (
          <>
            {recordAlarmTexts.call(alarm.app_user.name)} <PhoneLink number={alarm.app_user.phone} />
          </>
        ) : (
          alarmTexts.callUnknown
        )}
      </p>
      <div className={classes['actions']}>
        {alarm.reason === 'unacknowledged' && children}
        <Button
          className={classes['handle'] ?? ''}
          variant="default"
          loading={closing}
          title={recordAlarmTexts.markHandledDescription}
          onClick={() => void markHandled()}
        >
          {recordAlarmTexts.markHandled}
        </Button>
      </div>
    </AlertBox>
  );
}
