import { FOLDED_CHARACTERS } from '@callpoint/contract/fold-text';
import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { fillSearchTexts } from '../lists/fill-search-texts.ts';

/** Search texts with apostrophes, and with letters like ł that Unicode does not decompose, are those of a keyboard. */
export async function foldSearchTexts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await fillSearchTexts({ db, dialect, characters: FOLDED_CHARACTERS });
}
