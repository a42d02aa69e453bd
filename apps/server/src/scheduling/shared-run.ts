type Options = {
  /** Milliseconds after which a run may be stuck, for example on a connection that is silent. */
  stuckAfter: number;
  /** Runs at the same time. */
  most: number;
};

/**
 * Shares runs of `work` among its callers, so that many callers cost no more than one. A caller joins the newest run, unless that may be
 * stuck: then it starts another one.
 */
export function sharedRun<Result>(
  work: () => Promise<Result>,
  { stuckAfter, most }: Options,
): () => Promise<Result> {
  /** The newest is the last. */
  const runs: { startedAt: number; result: Promise<Result> }[] = [];
  return () => {
    const newest = runs.at(-1);
    const isJoined = newest && performance.now() - newest.startedAt < stuckAfter;
    if (newest && (isJoined || runs.length >= most)) return newest.result;
    const result = work().finally(() => runs.splice(runs.indexOf(run), 1));
    const run = { startedAt: performance.now(), result };
    runs.push(run);
    return result;
  };
}
