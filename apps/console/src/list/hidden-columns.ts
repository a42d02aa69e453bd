/** The columns of a table that its reader has hidden: stored in the browser, for each table. */

type ColumnStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (table: string) => `hiddenColumns:${table}`;

/** Keys of columns; damaged data counts as none. */
export function readHiddenColumns(storage: ColumnStorage, table: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(table)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

export function writeHiddenColumns(storage: ColumnStorage, table: string, hidden: readonly string[]): void {
  try {
    if (hidden.length === 0) storage.removeItem(keyOf(table));
    else storage.setItem(keyOf(table), JSON.stringify(hidden));
  } catch {
    // The storage is full or forbidden: the choice applies until the page is left.
  }
}
