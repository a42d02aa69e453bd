import { lazyPart } from '../../states/lazy-part.tsx';
import type { PhoneListNoteProps, PhoneNoteProps, PhonePlansProps } from './phone-note.tsx';

const notes = () => import('./phone-note.tsx');
/** Without them, the server checks the number. */
const UNMISSED = { instead: '' };

/** The notes about typed numbers. They are loaded when someone types one. */
export const PhoneNote = lazyPart<PhoneNoteProps>(async () => (await notes()).PhoneNote, UNMISSED);
export const PhoneListNote = lazyPart<PhoneListNoteProps>(
  async () => (await notes()).PhoneListNote,
  UNMISSED,
);
/** The numbering plans for a field that compares typed numbers. */
export const PhonePlans = lazyPart<PhonePlansProps>(async () => (await notes()).PhonePlans, UNMISSED);
