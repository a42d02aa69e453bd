import { changeStored, readStored } from './stored.ts';

/** "I am safe now": what a person said about its own emergencies, until the server has it and for a while afterwards. */
export type SafeReport = {
  /** The press. */
  client_id: string;
  /** For the responders, so it is in English unless the person wrote it. */
  reason: string;
  /** ISO 8601, by the phone's clock. */
  made_at: string;
  /** When the server accepted it; null until then. */
  accepted_at: string | null;
  /** Why the server will not accept it. */
  rejection: Rejection | null;
};

/** The server's code and its own sentence. */
export type Rejection = { reason: string | null; text: string };

/** Milliseconds: as long as received submissions are kept. */
const KEPT = 7 * 24 * 60 * 60 * 1000;

const keyOf = (userId: number) => `safe-${userId}`;

export async function readSafeReports(userId: number): Promise<readonly SafeReport[]> {
  return (await readStored<readonly SafeReport[]>(keyOf(userId))) ?? [];
}

/** A second report about the same press replaces a first one that the server has not accepted. */
export async function addSafeReport(userId: number, clientId: string, reason: string): Promise<void> {
  const made_at = new Date().toISOString();
  await changeStored<readonly SafeReport[]>(keyOf(userId), (reports) => [
    ...(reports ?? []).filter(
      (report) => report.client_id !== clientId && Date.now() - Date.parse(report.made_at) < KEPT,
    ),
    { client_id: clientId, reason, made_at, accepted_at: null, rejection: null },
  ]);
}

export async function changeSafeReport(
  userId: number,
  { client_id, made_at }: SafeReport,
  changed: Partial<SafeReport>,
): Promise<void> {
  await changeStored<readonly SafeReport[]>(keyOf(userId), (reports) =>
    (reports ?? []).map((report) =>
      report.client_id === client_id && report.made_at === made_at ? { ...report, ...changed } : report,
    ),
  );
}

/** True until the server has accepted or rejected it. */
export function isUnsent({ accepted_at, rejection }: SafeReport): boolean {
  return accepted_at === null && rejection === null;
}
