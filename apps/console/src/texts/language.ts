/** The languages of the console's own texts. One added here makes every catalog without it a type error. */
const LANGUAGES = ['en'] as const;
type Language = (typeof LANGUAGES)[number];

/** The language of the page; English if it is none of these. */
function pageLanguage(): Language {
  const named = globalThis.document?.documentElement.lang ?? '';
  return LANGUAGES.find((language) => named.startsWith(language)) ?? 'en';
}

/**
 * The texts of one part of the console, in the language of the page. A text that contains a value is a function of it.
 * @param catalog the same texts in each language
 */
export function inLanguage<Texts>(catalog: Readonly<Record<Language, Texts>>): Texts {
  return catalog[pageLanguage()];
}

/** Texts by key, such as one for each channel: a missing one is a type error in its catalog. */
export function textsFor<Keys extends string, Texts = string>(
  texts: Readonly<Record<Keys, Texts>>,
): Readonly<Record<Keys, Texts>> {
  return texts;
}
