import { Button, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { timestampText } from '../../display/timestamp-text.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { Dialog, DialogButtons } from '../../overlay/dialog.tsx';
import { FailedRead } from '../../states/failed-read.tsx';
import { versionTexts as texts } from '../../texts/versions.ts';
import { DifferenceText } from './difference-text.tsx';
import { historyEntries, type HistoryEntry } from './history-entries.ts';
import type { HistoryField, HistoryOf } from './history-of.ts';
import { useDefaultValue, useVersions } from './history.api.ts';
import classes from './history.module.css';

const FIRST = 20;
const MOST = 500;

interface HistoryDialogProps extends HistoryOf {
  onClose: () => void;
}

/** Who changed what and when, newest first; each version and the default can be restored. */
export function HistoryDialog({ title, base, subject, fields, onRestore, onClose }: HistoryDialogProps) {
  const [limit, setLimit] = useState(FIRST);
  const [chosen, setChosen] = useState('');
  /** Why a version was not restored, at its entry. */
  const [problem, setProblem] = useState<{ key: string; text: string } | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const queries = useQueryClient();
  const only = fields.length === 1 ? fields[0] : fields.find((field) => fieldKey(field) === chosen);
  const shown = only ? [only] : fields;
  const ids = [...new Set(shown.map((field) => field.id))];
  const { data, error, isFetching, refetch } = useVersions({ base, subject, ids, limit });
  const entries = data ? historyEntries(shown, data.versions, data.hasOlder) : [];

  async function restore(key: string, field: HistoryField, value: string) {
    if (busy !== null) return;
    setBusy(key);
    setProblem(null);
    try {
      if ((await onRestore(field, value)) === 'saved') {
        onClose();
        return;
      }
      setProblem({ key, text: texts.changedMeanwhile });
      await queries.invalidateQueries({ queryKey: ['versions'] });
    } catch (failure) {
      setProblem({ key, text: texts.restoreFailed(explainFailedAction(failure).join(' ')) });
    } finally {
      setBusy(null);
    }
  }

  return (
    <Dialog title={texts.title(title)} onClose={onClose} width="wide">
      {fields.length > 1 && (
        <NativeSelect
          label={texts.field}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { value: '', label: texts.allFields },
            ...fields.map((field) => ({ value: fieldKey(field), label: field.label })),
          ]}
        />
      )}
      {Boolean(error) && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={texts.readFailed}
          stale={data !== undefined}
        />
      )}
      {!data && !error && <output>{texts.loading}</output>}
      {data && (
        <ol className={classes['entries']} aria-busy={isFetching}>
          {data.versions.length === 0 && <li className={classes['entry']}>{texts.none}</li>}
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} hasLabel={fields.length > 1}>
              <RestoreButton
                field={entry.field}
                isCurrent={entry.value === entry.field.saved}
                isNewest={entry.isCurrent}
                name={
                  entry.change
                    ? texts.restoreVersion(entry.field.label, timestampText(entry.change.at))
                    : texts.restoreOriginal(entry.field.label)
                }
                busy={busy === entry.key}
                onClick={() => void restore(entry.key, entry.field, entry.value)}
              />
              <RestoreProblem text={problem?.key === entry.key ? problem.text : null} />
            </Entry>
          ))}
          {only && (
            <DefaultEntry
              base={base}
              subject={subject}
              field={only}
              busy={busy === 'default'}
              problem={problem?.key === 'default' ? problem.text : null}
              onRestore={(value) => void restore('default', only, value)}
            />
          )}
        </ol>
      )}
      {data?.hasOlder && limit < MOST && (
        <Button variant="default" onClick={() => setLimit(Math.min(MOST, limit * 5))} loading={isFetching}>
          {texts.more}
        </Button>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface EntryProps {
  entry: HistoryEntry;
  hasLabel: boolean;
  children: ReactNode;
}

function Entry({ entry: { field, value, change }, hasLabel, children }: EntryProps) {
  return (
    <li className={classes['entry']}>
      <p className={classes['head']}>
        {change ? (
          <>
            <time dateTime={change.at}>{timestampText(change.at)}</time> {texts.by(actorText(change))}
          </>
        ) : (
          texts.original
        )}
      </p>
      {hasLabel && <p className={classes['label']}>{field.label}</p>}
      <div className={classes['difference']}>
        {change && change.old === null && <p>{texts.created}</p>}
        {change && change.old !== null && <DifferenceText field={field} old={change.old} current={value} />}
        {!change && value !== field.saved && <EffectOfRestoring field={field} value={value} />}
      </div>
      {children}
    </li>
  );
}

/** What restoring changes in the saved value. */
function EffectOfRestoring({ field, value }: { field: HistoryField; value: string }) {
  return (
    <>
      <p>{texts.compared}</p>
      <DifferenceText field={field} old={field.saved} current={value} />
    </>
  );
}

function actorText({ actor, role }: NonNullable<HistoryEntry['change']>): string {
  if (actor !== null) return actor;
  if (role === 'admin') return texts.admin;
  return role === 'team' ? texts.team : texts.system;
}

interface RestoreButtonProps {
  field: HistoryField;
  /** It has the saved value. */
  isCurrent: boolean;
  /** The last change of the field, not an older one with the same value. */
  isNewest?: boolean;
  name: string;
  busy: boolean;
  onClick: () => void;
}

function RestoreButton({ field, isCurrent, isNewest = false, name, busy, onClick }: RestoreButtonProps) {
  if (field.isSecret) return null;
  if (isCurrent) return <p className={classes['current']}>{isNewest ? texts.current : texts.same}</p>;
  return (
    <Button variant="default" size="compact-sm" aria-label={name} loading={busy} onClick={onClick}>
      {texts.restore}
    </Button>
  );
}

/** Below the button of the entry. */
function RestoreProblem({ text }: { text: string | null }) {
  return (
    <div role="alert" className={classes['problem']}>
      {text}
    </div>
  );
}

interface DefaultEntryProps extends Pick<HistoryOf, 'base' | 'subject'> {
  field: HistoryField;
  busy: boolean;
  problem: string | null;
  onRestore: (value: string) => void;
}

/** The default, compared with the saved value. Plans have none. */
function DefaultEntry({ base, subject, field, busy, problem, onRestore }: DefaultEntryProps) {
  const { data } = useDefaultValue(base, subject, field.id);
  if (field.isSecret) return <li className={classes['entry']}>{texts.notRestorable}</li>;
  if (typeof data !== 'string') return null;
  return (
    <li className={classes['entry']}>
      <p className={classes['head']}>{texts.defaultTitle}</p>
      {data === field.saved ? (
        <p>{texts.isDefault}</p>
      ) : (
        <>
          <div className={classes['difference']}>
            <EffectOfRestoring field={field} value={data} />
          </div>
          <RestoreButton
            field={field}
            isCurrent={false}
            name={texts.restoreDefault(field.label)}
            busy={busy}
            onClick={() => onRestore(data)}
          />
          <RestoreProblem text={problem} />
        </>
      )}
    </li>
  );
}

function fieldKey({ id, column }: HistoryField): string {
  return `${id} ${column}`;
}
