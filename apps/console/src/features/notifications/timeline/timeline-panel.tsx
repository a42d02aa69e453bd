import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { escalationPolicy, voiceRules as voiceRulesSchema } from '@callpoint/contract/escalation';
import type { ButtonId } from '@callpoint/contract/catalog';
import { useId, useState } from 'react';
import { FailedRead } from '../../../states/failed-read.tsx';
import { dryRunTexts } from '../../../texts/dry-run.ts';
import { timelineTexts as texts } from '../../../texts/timeline.ts';
import classes from '../dry-run.module.css';
import { useUsersToChoose } from '../users-to-choose.api.ts';
import { TimelineRuns } from './timeline-runs.tsx';
import { useTimeline } from './timeline.api.ts';

interface TimelinePanelProps {
  buttonId: ButtonId;
  policy: string;
  voiceRules: string;
}

/** Milliseconds after typing before the timeline is planned again. */
const PAUSE_MS = 400;

function parse(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** Chooses who presses, and shows what would follow. */
export default function TimelinePanel({ buttonId, policy, voiceRules }: TimelinePanelProps) {
  const id = useId();
  const [userId, setUserId] = useState<number | null>(null);
  const [isDrill, setDrill] = useState(false);
  const { data: users = [], isPending } = useUsersToChoose();
  const chosen = userId ?? users[0]?.id ?? null;
  const [settled] = useDebouncedValue(`${policy}\n${voiceRules}`, PAUSE_MS);
  const [settledPolicy = '', settledRules = ''] = settled.split('\n');
  const typed = escalationPolicy.safeParse(parse(settledPolicy)).data;
  const rules = voiceRulesSchema.safeParse(parse(settledRules)).data;
  const isValid = typed !== undefined && rules !== undefined;
  const { data, error, isFetching, refetch } = useTimeline(
    isValid && !isPending ? { buttonId, policy: typed, rules, userId: chosen, isDrill } : null,
  );
  return (
    <>
      {users.length > 0 && (
        <NativeSelect
          id={id}
          label={dryRunTexts.who}
          description={dryRunTexts.whoHelp}
          className={classes['choice'] ?? ''}
          value={chosen ?? ''}
          onChange={(event) => setUserId(Number(event.currentTarget.value))}
          data={users.map(({ id: value, name, status }) => ({
            value: String(value),
            label: status === 1 ? name : dryRunTexts.blockedUser(name),
          }))}
        />
      )}
      <Checkbox
        label={texts.asDrill}
        checked={isDrill}
        onChange={(event) => setDrill(event.currentTarget.checked)}
      />
      {!isValid && <p className={classes['stop']}>{texts.fixFirst}</p>}
      {Boolean(error) && isValid && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={texts.readFailed}
          stale={data !== undefined}
        />
      )}
      {isValid && data && <TimelineRuns timeline={data} isDrill={isDrill} />}
      {isValid && !data && !error && <output>{dryRunTexts.working}</output>}
    </>
  );
}
