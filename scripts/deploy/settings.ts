/** Variables of other programs that the examples set: of Node, of the image of PostgreSQL, and of OpenTelemetry's SDK. */
const OF_OTHERS = /^(NODE_ENV|POSTGRES_(USER|DB|PASSWORD)|OTEL_[A-Z_]+)$/;

/** Where each kind of file names variables: the first group is one name. */
const VARIABLES: readonly { of: RegExp; at: readonly RegExp[] }[] = [
  { of: /\.env\.example$/, at: [/^#?([A-Z][A-Z0-9_]+)=/gm] },
  { of: /\.yml$/, at: [/^ +([A-Z][A-Z0-9_]+):/gm, /\$\{([A-Z][A-Z0-9_]+)/g] },
  { of: /\.service$/, at: [/(?<=^Environment=.*)\b([A-Z][A-Z0-9_]+)=/gm] },
  { of: /Dockerfile$/, at: [/(?<=^ENV .*)\b([A-Z][A-Z0-9_]+)=/gm, /process\.env\.([A-Z][A-Z0-9_]+)/g] },
];

/** The variables that an example file names. */
export function variablesIn(file: string, text: string): string[] {
  const patterns = VARIABLES.filter(({ of }) => of.test(file)).flatMap(({ at }) => at);
  return [
    ...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
  ];
}

/** The variables of an example file that no program reads. */
export function unknownVariables(file: string, text: string, settings: ReadonlySet<string>): string[] {
  return variablesIn(file, text)
    .filter((name) => !settings.has(name) && !OF_OTHERS.test(name))
    .map((name) => `${file}: ${name} is no setting`);
}

/** The settings that the text of a file does not name. */
export function missingSettings(
  file: string,
  named: readonly string[],
  settings: ReadonlySet<string>,
): string[] {
  return [...settings].filter((name) => !named.includes(name)).map((name) => `${file}: ${name} is missing`);
}

/** The settings in the first column of a table in Markdown. */
export function documentedSettings(text: string): string[] {
  const cells = [...text.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name));
}
