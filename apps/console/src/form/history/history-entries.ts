import type { Version } from '@callpoint/contract/versions';
import type { HistoryField } from './history-of.ts';

/** A version of one value. */
export interface HistoryEntry {
  key: string;
  field: HistoryField;
  value: string;
  /** The change that created it; null for the value before the oldest known change. */
  change: { at: string; actor: string | null; role: string; old: string | null } | null;
  isCurrent: boolean;
}

/** The versions of all fields, newest first; after the oldest change of a field, the value before it. */
export function historyEntries(
  fields: readonly HistoryField[],
  versions: readonly Version[],
  hasOlder: boolean,
): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  const seen = new Set<HistoryField>();
  const originals = new Map<HistoryField, HistoryEntry>();
  for (const { id, subject_id, at, actor, actor_role, changes } of versions)
    for (const field of fields) {
      const changed = field.id === subject_id ? changes[field.column] : undefined;
      if (!changed) continue;
      const old = changed.old === null ? null : String(changed.old);
      const value = String(changed.new ?? '');
      entries.push({
        key: `${id} ${field.column}`,
        field,
        value,
        change: { at, actor, role: actor_role, old },
        isCurrent: !seen.has(field),
      });
      seen.add(field);
      originals.delete(field);
      if (old !== null)
        originals.set(field, {
          key: `before ${id} ${field.column}`,
          field,
          value: old,
          change: null,
          isCurrent: false,
        });
    }
  return hasOlder ? entries : [...entries, ...originals.values()];
}
