export interface Choice {
  value: string;
  label: string;
}

/** Choices that contain each of the typed words, in any case and without accents; those that start with the first word come first. */
export function findChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return choices;
  const texts = choices.map((choice) => ({ choice, text: fold(choice.label) }));
  const found = texts.filter(({ text }) => words.every((word) => text.includes(word)));
  const { start = [], middle = [] } = Object.groupBy(found, ({ text }) =>
    text.startsWith(first) ? 'start' : 'middle',
  );
  return [...start, ...middle].map(({ choice }) => choice);
}

/** `zielinski` for `Zieliński`; every apostrophe is the one on the keyboard. */
function fold(text: string): string {
  // U+00B4 first: it would decompose to a space.
  return text
    .replaceAll(/[’‘ʼ´]/g, "'")
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase();
}
