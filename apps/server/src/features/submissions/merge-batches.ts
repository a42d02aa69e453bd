/**
 * Merges sources that are in order. Memory holds one batch of each. A batch is empty where a source has given an empty one, so that the
 * reader can stop there.
 */
export async function* mergeBatches<Row>(
  sources: readonly AsyncGenerator<Row[], void>[],
  isBefore: (a: Row, b: Row) => boolean,
): AsyncGenerator<Row[], void> {
  const open = sources.map((source) => ({ source, rows: [] as Row[], done: false }));
  try {
    for (;;) {
      for (const one of open) {
        while (one.rows.length === 0 && !one.done) {
          const { value, done } = await one.source.next();
          if (done) one.done = true;
          else if (value.length === 0) yield [];
          else one.rows = value;
        }
      }
      const [a, b] = open.filter(({ rows }) => rows.length > 0);
      if (!a) return;
      if (!b) {
        yield a.rows.splice(0);
        continue;
      }
      const next: Row[] = [];
      // Until one of them must be read further.
      while (a.rows[0] && b.rows[0]) next.push((isBefore(a.rows[0], b.rows[0]) ? a : b).rows.shift() as Row);
      yield next;
    }
  } finally {
    for (const { source } of open) await source.return();
  }
}
