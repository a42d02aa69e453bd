import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { AppUser } from '@callpoint/contract/app-users';
import type { Item } from '@callpoint/contract/catalog';
import { useId, useState } from 'react';
import { Link } from '../../links/link.ts';
import { FailedRead } from '../../states/failed-read.tsx';
import { CallError } from '../../net/call-error.ts';
import { dryRunTexts } from '../../texts/dry-run.ts';
import { usePreview } from './dry-run.api.ts';
import classes from './dry-run.module.css';
import { DryRunResult, type DryRunPart } from './dry-run-result.tsx';
import { useUsersToChoose } from './users-to-choose.api.ts';
import { UnusableSettings } from './unusable-settings.tsx';

interface DryRunPanelProps {
  item: Item;
  part: DryRunPart;
  /** The unsaved values of the screen. */
  settings: Readonly<Record<string, string>>;
}

/** Milliseconds after typing before the dry run starts again. */
const PAUSE_MS = 400;

/** Chooses who presses, and shows what would happen. */
export default function DryRunPanel({ item, part, settings }: DryRunPanelProps) {
  const { data: users, error, isFetching, refetch } = useUsersToChoose();
  if (error && !users) {
    const retry = () => void refetch();
    return <FailedRead error={error} onRetry={retry} retrying={isFetching} what={dryRunTexts.usersFailed} />;
  }
  if (!users) return <output>{dryRunTexts.working}</output>;
  const [first] = users;
  if (!first) {
    return (
      <p>
        {dryRunTexts.noUsers} <Link to="/add-user">{dryRunTexts.addUser}</Link>
      </p>
    );
  }
  return <DryRunOfUser item={item} part={part} settings={settings} users={users} first={first} />;
}

interface DryRunOfUserProps extends DryRunPanelProps {
  users: readonly AppUser[];
  first: AppUser;
}

function DryRunOfUser({ item, part, settings, users, first }: DryRunOfUserProps) {
  const id = useId();
  const [userId, setUserId] = useState((users.find(({ status }) => status === 1) ?? first).id);
  const [settled] = useDebouncedValue(settings, PAUSE_MS);
  const user = users.find((one) => one.id === userId) ?? first;
  const press = { item, userId: user.id, settings: settled };
  const { data, error, isFetching, refetch } = usePreview(press);
  const unusable = error instanceof CallError && error.status === 400 ? error : null;
  return (
    <>
      <NativeSelect
        id={id}
        label={dryRunTexts.who}
        description={dryRunTexts.whoHelp}
        className={classes['choice'] ?? ''}
        value={user.id}
        onChange={(event) => setUserId(Number(event.currentTarget.value))}
        data={users.map(({ id: value, name, status }) => ({
          value: String(value),
          label: status === 1 ? name : dryRunTexts.blockedUser(name),
        }))}
      />
      {unusable && <UnusableSettings error={unusable} />}
      {error && !unusable && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={dryRunTexts.readFailed}
          stale={data !== undefined}
        />
      )}
      {data && !unusable && <DryRunResult part={part} press={press} userName={user.name} data={data} />}
      {!data && !error && <output>{dryRunTexts.working}</output>}
    </>
  );
}
