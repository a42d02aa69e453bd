/** Vite's manifest: one entry for each module of the build; `imports` are keys of the same manifest. */
export type Manifest = Readonly<
  Record<
    string,
    {
      file: string;
      imports?: readonly string[];
      dynamicImports?: readonly string[];
      css?: readonly string[];
    }
  >
>;

/** The built files that the browser loads before it can run these modules. */
export function loadedFor(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...modules];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const part = manifest[key];
    if (!part) throw new Error(`the build has no ${key}`);
    for (const file of [part.file, ...(part.css ?? [])]) files.add(file);
    waiting.push(...(part.imports ?? []));
  }
  return files;
}
