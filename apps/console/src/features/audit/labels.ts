type Labels = Readonly<Record<string, string>>;

/** The label for a name; without one, `otherwise`, by default the name. */
export function labelOf(labels: Labels, name: string, otherwise = name): string {
  return labels[name] ?? otherwise;
}

/** A name or code of the database as a label: `Plan term` for `plan_term`. */
export function inWords(name: string): string {
  const plain = name.replaceAll(/[_-]/g, ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
