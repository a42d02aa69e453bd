import type { SubmissionKind } from '@callpoint/contract/catalogue';

/** The console's page of a submission; with `teamId` the administrator's. Null where its address is not known. */
export function recordLink(
  publicUrl: string | null,
  { kind, itemId, id, teamId }: { kind: SubmissionKind; itemId: number; id: number; teamId?: number },
): string | null {
  if (publicUrl === null) return null;
  const list = kind === 'button' ? 'button_data' : 'form_data';
  const page = teamId === undefined ? `${list}/${itemId}` : `subscriber/${list}/${teamId}/${itemId}`;
  return `${publicUrl}/app/${page}/${id}`;
}
