/** Letters without a decomposition in Unicode, and how people without such a keyboard write them. */
const LETTERS: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Characters that `foldText` replaces one by one, in any case. Texts without them are folded by Unicode's rules alone. */
export const FOLDED_CHARACTERS: readonly string[] = [...'’‘ʼ´łøđðıßæœþŁØĐÐẞÆŒÞ'];

/**
 * A text for comparisons and searches: in lower case, without accents, with the apostrophe of the keyboard. `zielinski`
 * for `Zieliński`, `o'connell` for `O’Connell`, `sorensen` for `Sørensen`.
 */
export function foldText(text: string): string {
  // U+00B4 before the decomposition: it would become a space.
  return text
    .replaceAll(/[’‘ʼ´]/g, "'")
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[łøđðıßæœþ]/g, (letter) => LETTERS[letter] ?? letter);
}
