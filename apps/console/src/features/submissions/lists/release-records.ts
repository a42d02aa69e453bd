import type { BulkResult } from '@callpoint/contract/bulk';
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '../../../list/scope.ts';
import { api } from '../../../net/api.ts';
import { changeInParts, reportChanges } from '../../../net/change-rows.ts';
import { DELIVERIES } from '../../../net/query-keys.ts';
import { confirm } from '../../../overlay/confirm.ts';
import { alerts } from '../../../states/alerts.ts';
import { releaseTexts } from '../../../texts/release-records.ts';
import { SUBMISSIONS } from '../submissions.api.ts';
import { changeRecords, recordNamer, type SelectedRecord } from './change-records.ts';

interface ReleaseOptions {
  queries: QueryClient;
  scope: Scope;
  onReleased: () => void | Promise<void>;
}

/** A record with the number of its held messages that can be released. */
export type RecordWithHeld = SelectedRecord & { held: number };

/** Releases the held messages of several records after one confirmation. */
export async function releaseRecords(
  records: readonly RecordWithHeld[],
  { queries, scope, onReleased }: ReleaseOptions,
): Promise<BulkResult | null> {
  const sure = await confirm({
    title: releaseTexts.releaseAsk(records.reduce((sum, { held }) => sum + held, 0)),
    children: releaseTexts.releaseDescription,
    verb: releaseTexts.releaseVerb,
  });
  if (!sure) return null;
  let released = 0;
  const result = await changeRecords(records, (table, ids) =>
    changeInParts(ids, async (part) => {
      const { data } = await api.post(`${scope.base}/bulkRelease/${table}`, { ids: part });
      released += data.released;
      return data;
    }),
  );
  await queries.invalidateQueries({ queryKey: SUBMISSIONS });
  await queries.invalidateQueries({ queryKey: DELIVERIES });
  await onReleased();
  reportChanges(alerts, result, {
    doneText: () => releaseTexts.released(released),
    nameOf: recordNamer(records),
  });
  return result;
}
