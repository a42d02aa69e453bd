/** Runs `run` when no other page of this app, nor its service worker, runs with the same name. An old browser does not wait. */
export async function withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined;
  return await (locks ? locks.request(name, run) : run());
}
