import { lazyPart } from '../../states/lazy-part.tsx';
import type { PhoneListNoteProps, PhoneNoteProps, PhonePlansProps } from './phone-note.tsx';

/** The notes about typed numbers. They are loaded when someone types one. */
export const PhoneNote = lazyPart<PhoneNoteProps>(async () => (await import('./phone-note.tsx')).PhoneNote);
export const PhoneListNote = lazyPart<PhoneListNoteProps>(
  async () => (await import('./phone-note.tsx')).PhoneListNote,
);
/** The numbering plans for a field that compares typed numbers. */
export const PhonePlans = lazyPart<PhonePlansProps>(
  async () => (await import('./phone-note.tsx')).PhonePlans,
);
