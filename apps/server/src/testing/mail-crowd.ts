import type { TestSmtpServer } from './smtp.ts';

/** Mails that a mail server has and has not answered yet, as many as a test wants to have in flight at once. */
export type MailCrowd = {
  /** From now on mails wait; resolves when so many do, or when the first has waited for two seconds. */
  gather(count: number): Promise<void>;
  /** Answers so many of those that wait. */
  answer(count: number): void;
  /** Answers all, and lets no mail wait from now on. */
  dissolve(): void;
};

/** Shorter than what makes a host a slow one, which gets fewer places. */
const LONGEST_MS = 2000;

/** @param onMail hears of every mail whose whole text has come */
export function mailCrowd(smtp: TestSmtpServer, onMail: () => void = () => {}): MailCrowd {
  let waiting: (() => void)[] = [];
  let wanted = 0;
  let reached = () => {};
  smtp.behave(async ({ at }) => {
    if (at !== 'data') return;
    onMail();
    if (wanted === 0) return;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setTimeout(reached, LONGEST_MS).unref();
      if (waiting.length >= wanted) reached();
    });
  });
  return {
    gather: (count) =>
      new Promise((resolve) => {
        wanted = count;
        reached = resolve;
      }),
    answer(count) {
      for (const answer of waiting.splice(0, count)) answer();
    },
    dissolve() {
      wanted = 0;
      for (const answer of waiting) answer();
      waiting = [];
    },
  };
}
