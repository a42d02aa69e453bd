import type { CheckedImportRow, ImportResult } from '@callpoint/contract/app-user-import';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { explainFailedAction } from '../../../net/call-error.ts';
import { APP_USERS } from '../../../net/query-keys.ts';
import { useIdempotencyKey } from '../../../net/use-idempotency-key.ts';
import { appUserTexts } from '../../../texts/app-users.ts';
import { checkImport, importUsers } from './import.api.ts';
import type { ReadFile } from './read-file.ts';

/** A checked file, and how much of it has been added. */
export type CheckedFile = {
  csv: string;
  rows: CheckedImportRow[];
  ignored: string[];
  /** The rows that can be added. */
  ready: number[];
  result: ImportResult;
};

export type ImportStep =
  | { at: 'file'; problems: string[]; isChecking: boolean }
  | { at: 'checked' | 'importing' | 'done'; file: CheckedFile; problems: string[] };

const START: ImportStep = { at: 'file', problems: [], isChecking: false };

/** The steps of an import: choose a file, see the result of its check, import, see the result. */
export function useImport() {
  const queries = useQueryClient();
  const [step, setStep] = useState<ImportStep>(START);
  const key = useIdempotencyKey();
  /** Counts the checked files: each has its own idempotency keys. */
  const files = useRef(0);

  async function check(read: Promise<ReadFile>): Promise<void> {
    const number = ++files.current;
    setStep({ at: 'file', problems: [], isChecking: true });
    const next = await checkFile(await read);
    // Another file was chosen in the meantime.
    if (number === files.current) setStep(next);
  }

  async function add(file: CheckedFile): Promise<void> {
    let { result } = file;
    const show = (at: 'checked' | 'importing' | 'done', problems: string[] = []) =>
      setStep({ at, file: { ...file, result }, problems });
    show('importing');
    const rows = { csv: file.csv, rows: file.ready, sms_consent: appUserTexts.consentDescription };
    try {
      await importUsers(rows, finishedOf(result), `${key}-${files.current}`, (part) => {
        result = {
          added: [...result.added, ...part.added],
          failed: [...result.failed, ...part.failed],
        };
        show('importing');
      });
      show('done');
    } catch (error) {
      show('checked', explainFailedAction(error));
    } finally {
      await queries.invalidateQueries({ queryKey: APP_USERS });
    }
  }

  return { step, check, add, restart: () => setStep(START) };
}

/** Rows of a result, added or not. */
export function finishedOf({ added, failed }: ImportResult): number {
  return added.length + failed.length;
}

async function checkFile(read: ReadFile): Promise<ImportStep> {
  if ('problem' in read) return { ...START, problems: [read.problem] };
  try {
    const { rows, ignored } = await checkImport(read.csv);
    const ready = rows.filter(({ problems }) => problems.length === 0).map(({ row }) => row);
    const file = { csv: read.csv, rows, ignored, ready, result: { added: [], failed: [] } };
    return { at: 'checked', file, problems: [] };
  } catch (error) {
    return { ...START, problems: explainFailedAction(error) };
  }
}
