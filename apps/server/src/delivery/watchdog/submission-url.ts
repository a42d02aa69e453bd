import type { SubmissionKind } from '@callpoint/contract/catalog';

/** The URL of a submission's page; with `teamId` the administrators' page. Null without a public address. */
export function submissionUrl(
  publicUrl: string | null,
  { kind, itemId, id, teamId }: { kind: SubmissionKind; itemId: number; id: number; teamId?: number },
): string | null {
  if (publicUrl === null) return null;
  const list = kind === 'button' ? 'button_data' : 'form_data';
  const page = teamId === undefined ? `${list}/${itemId}` : `subscriber/${list}/${teamId}/${itemId}`;
  return `${publicUrl}/app/${page}/${id}`;
}
