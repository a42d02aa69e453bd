import type { SubmissionKind } from '@callpoint/contract/catalog';

/** The subscriber of a submission, and its button or form. */
export type SubmissionOwner = { submission: SubmissionKind; team_id: number; item_id: number };
