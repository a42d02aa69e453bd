/** Resolves or rejects as `work` does, and rejects with the text `late` if it takes longer than `ms` milliseconds. */
export async function inTime<Result>(work: Promise<Result>, ms: number, late: string): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(late)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
