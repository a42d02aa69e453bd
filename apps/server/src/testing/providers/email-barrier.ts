import type { TestSmtpServer } from './smtp.ts';

/** Delays the replies of a mail server, so that a test can have many emails in flight at the same time. */
export type EcreateEmailBarrier = {
  /** From now on emails wait. Resolves when `count` emails wait, or when the first one has waited for two seconds. */
  collect(count: number): Promise<void>;
  /** Accepts `count` of the waiting emails. */
  release(count: number): void;
  /** Accepts all waiting emails. From now on emails do not wait. */
  releaseAll(): void;
};

/** Shorter than the time after which a host counts as slow and gets fewer slots. */
const MAX_MS = 2000;

/** @param onEmail called for every email when its full text is received */
export function createEmailBarrier(
  smtp: TestSmtpServer,
  onEmail: () => void = () => {},
): EcreateEmailBarrier {
  let waiting: (() => void)[] = [];
  let wanted = 0;
  let reached = () => {};
  smtp.behave(async ({ at }) => {
    if (at !== 'data') return;
    onEmail();
    if (wanted === 0) return;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setTimeout(reached, MAX_MS).unref();
      if (waiting.length >= wanted) reached();
    });
  });
  return {
    collect: (count) =>
      new Promise((resolve) => {
        wanted = count;
        reached = resolve;
      }),
    release(count) {
      for (const accept of waiting.splice(0, count)) accept();
    },
    releaseAll() {
      wanted = 0;
      for (const accept of waiting) accept();
      waiting = [];
    },
  };
}
