import { foldText } from '@callpoint/contract/fold-text';

export interface Choice {
  value: string;
  label: string;
}

/** Choices that contain each of the typed words, in any case and without accents; those that start with the first word come first. */
export function findChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return choices;
  const texts = choices.map((choice) => ({ choice, text: foldText(choice.label) }));
  const found = texts.filter(({ text }) => words.every((word) => text.includes(word)));
  const { start = [], middle = [] } = Object.groupBy(found, ({ text }) =>
    text.startsWith(first) ? 'start' : 'middle',
  );
  return [...start, ...middle].map(({ choice }) => choice);
}
