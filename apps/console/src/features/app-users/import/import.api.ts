import type { ImportCheck, ImportResult } from '@callpoint/contract/app-user-import';
import { api } from '../../../net/api.ts';

/** As in the contract, whose schemas are not loaded here. */
const MAX_IMPORT_PART = 50;

/** The rows of a file with their problems. Nobody is added. */
export async function checkImport(csv: string): Promise<ImportCheck> {
  const { data } = await api.post('/tapi/v1/checkImport/app_user', { csv });
  return data;
}

export type Import = { csv: string; rows: readonly number[]; sms_consent: string };

/**
 * Adds users in parts. Throws CallError if a part fails: the parts before it were added. To continue, call it again with
 * the same key and the number of finished rows.
 * @param onPart called with the result of each part
 */
export async function importUsers(
  { rows, ...body }: Import,
  from: number,
  idempotencyKey: string,
  onPart: (result: ImportResult) => void,
): Promise<void> {
  for (let start = from; start < rows.length; start += MAX_IMPORT_PART) {
    const part = rows.slice(start, start + MAX_IMPORT_PART);
    const { data } = await api.post(
      '/tapi/v1/import/app_user',
      { ...body, rows: part },
      { idempotencyKey: `${idempotencyKey}-${part[0]}` },
    );
    onPart(data);
  }
}
