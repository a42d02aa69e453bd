/** The languages that the console's own texts are written in. One more here, and every catalogue that lacks it is a type error. */
const LANGUAGES = ['en'] as const;
type Language = (typeof LANGUAGES)[number];

/** What the page says of itself; English where it names none of ours. */
function pageLanguage(): Language {
  const named = globalThis.document?.documentElement.lang ?? '';
  return LANGUAGES.find((language) => named.startsWith(language)) ?? 'en';
}

/**
 * The texts of one part of the console, in the language of the page. Texts with a value in them are functions of it.
 * @param catalogue the same texts in each language
 */
export function inLanguage<Texts>(catalog: Readonly<Record<Language, Texts>>): Texts {
  return catalog[pageLanguage()];
}

/** Texts by key, like one for each channel: a missing one is a type error in the catalogue that lacks it. */
export function textsFor<Keys extends string, Texts = string>(
  texts: Readonly<Record<Keys, Texts>>,
): Readonly<Record<Keys, Texts>> {
  return texts;
}
