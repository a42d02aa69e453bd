import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from '../../../links/link.ts';
import { AlertBox } from '../../../states/alerts-list.tsx';
import { appUserTexts } from '../../../texts/app-users.ts';
import { importTexts } from '../../../texts/import-users.ts';
import { RowTable } from './row-table.tsx';
import { finishedOf, type CheckedFile } from './use-import.ts';
import classes from './import.module.css';

interface CheckedStepProps {
  at: 'checked' | 'importing' | 'done';
  file: CheckedFile;
  /** Why the import stopped. */
  problems: readonly string[];
  onImport: () => void;
  onRestart: () => void;
}

/** A checked file: its rows, the consent, the import's progress and its result. */
export function CheckedStep({ at, file, problems, onImport, onRestart }: CheckedStepProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const { rows, ready, result } = file;
  const isDone = at === 'done';
  const finished = finishedOf(result);
  const failedRows = new Set(result.failed.map(({ row }) => row));
  const hasProblem = (row: CheckedFile['rows'][number]) => row.problems.length > 0 || failedRows.has(row.row);
  const withProblems = rows.filter(hasProblem);

  return (
    <div className={classes['steps']}>
      <section className={classes['card']}>
        <FocusedHeading key={isDone ? 'done' : 'checked'}>
          {isDone ? importTexts.done : importTexts.checked}
        </FocusedHeading>
        <output>
          {isDone
            ? importTexts.result(result.added.length, rows.length - result.added.length)
            : importTexts.summary(ready.length, rows.length)}
        </output>
        {file.ignored.length > 0 && <p className={classes['soft']}>{importTexts.ignored(file.ignored)}</p>}
        <div role="alert">
          {problems.length > 0 && (
            <AlertBox kind="error">
              <p>{importTexts.stopped(result.added.length, ready.length)}</p>
              {problems.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
            </AlertBox>
          )}
        </div>
        {at === 'checked' && (
          <ImportForm
            ready={ready.length}
            isStarted={finished > 0 || problems.length > 0}
            onImport={onImport}
            onRestart={onRestart}
          />
        )}
        {at === 'importing' && (
          <div className={classes['progress']}>
            <label htmlFor="import-progress">{importTexts.progress(finished, ready.length)}</label>
            <progress id="import-progress" max={ready.length} value={finished} />
            <p className={classes['soft']}>{importTexts.keepOpen}</p>
          </div>
        )}
        {isDone && result.added.length > 0 && <p className={classes['soft']}>{importTexts.deleteFile}</p>}
        {isDone && (
          <div className={classes['buttons']}>
            <Button component={Link} to="/users">
              {importTexts.toUsers}
            </Button>
            <Button variant="default" onClick={onRestart}>
              {importTexts.more}
            </Button>
          </div>
        )}
      </section>
      {withProblems.length > 0 && withProblems.length < rows.length && (
        <Checkbox
          label={importTexts.onlyProblems}
          checked={onlyProblems}
          onChange={(event) => setOnlyProblems(event.currentTarget.checked)}
        />
      )}
      <RowTable rows={onlyProblems ? withProblems : rows} result={result} />
    </div>
  );
}

/** Gets the focus when its step begins. */
function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={classes['heading']}>
      {children}
    </h2>
  );
}

interface ImportFormProps {
  ready: number;
  /** The import stopped before its end. */
  isStarted: boolean;
  onImport: () => void;
  onRestart: () => void;
}

/** The consent of everyone who is added, and the import's button. */
function ImportForm({ ready, isStarted, onImport, onRestart }: ImportFormProps) {
  const [agreed, setAgreed] = useState(isStarted);
  const [isMissing, setIsMissing] = useState(false);
  const another = (
    <Button variant="default" onClick={onRestart}>
      {importTexts.another}
    </Button>
  );
  if (ready === 0) {
    return (
      <>
        <p>{importTexts.none}</p>
        <div className={classes['buttons']}>{another}</div>
      </>
    );
  }
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(!agreed);
        if (agreed) onImport();
        else document.getElementById('import-consent')?.focus();
      }}
    >
      <Checkbox
        id="import-consent"
        required
        classNames={{ description: classes['underLabel'] ?? '', error: classes['underLabel'] ?? '' }}
        label={importTexts.consent(ready, appUserTexts.consentDescription)}
        description={importTexts.consentHelp}
        error={isMissing && importTexts.consentMissing}
        checked={agreed}
        onChange={(event) => {
          setAgreed(event.currentTarget.checked);
          setIsMissing(false);
        }}
      />
      <div className={classes['buttons']}>
        <Button type="submit">{isStarted ? importTexts.resume : importTexts.import(ready)}</Button>
        {another}
      </div>
    </form>
  );
}
