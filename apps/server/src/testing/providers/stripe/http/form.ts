import { invalid } from './errors.ts';

/** A decoded form or query: `items[0][price]=x` is `{ items: { 0: { price: 'x' } } }`. */
export type FormValue = string | { [key: string]: FormValue };
type Fields = { [key: string]: FormValue };

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

export function decodeForm(encoded: string): Fields {
  const fields: Fields = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) {
    const [, first, rest] = NAME.exec(name) ?? [];
    if (first === undefined || rest === undefined) throw invalid(`Invalid parameter name: ${name}`, name);
    const keys = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key ?? '')];
    setAt(fields, keys, value, name);
  }
  return fields;
}

function setAt(fields: Fields, [key = '', ...deeper]: string[], value: string, name: string): void {
  // `expand[]` has no index: the next free one.
  const own = key === '' ? String(Object.keys(fields).length) : key;
  if (deeper.length === 0) {
    fields[own] = value;
    return;
  }
  const child = (fields[own] ??= Object.create(null) as Fields);
  if (typeof child === 'string') throw invalid(`Invalid parameter: ${name}`, name);
  setAt(child, deeper, value, name);
}

/** Reads the parameters of a call, with the provider's errors for missing and invalid values. */
export class Params {
  readonly fields: Fields;
  private readonly path: string;

  constructor(fields: Fields, path = '') {
    this.fields = fields;
    this.path = path;
  }

  /** The name of a parameter as errors show it: `items[0][price]`. */
  name(key: string): string {
    return this.path === '' ? key : `${this.path}[${key}]`;
  }

  has(key: string): boolean {
    return key in this.fields;
  }

  text(key: string): string | undefined {
    const value = this.fields[key];
    if (typeof value === 'object') throw invalid(`Invalid string: ${JSON.stringify(value)}`, this.name(key));
    return value;
  }

  required(key: string): string {
    const value = this.text(key);
    const name = this.name(key);
    if (value === undefined) throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
    if (value === '') {
      const message = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`;
      throw invalid(message, name, 'parameter_invalid_empty');
    }
    return value;
  }

  integer(key: string): number | undefined {
    const value = this.text(key);
    if (value === undefined) return undefined;
    if (!/^-?\d+$/.test(value)) {
      throw invalid(`Invalid integer: ${value}`, this.name(key), 'parameter_invalid_integer');
    }
    return Number(value);
  }

  boolean(key: string): boolean | undefined {
    const value = this.text(key);
    if (value !== undefined && value !== 'true' && value !== 'false') {
      throw invalid(`Invalid boolean: ${value}`, this.name(key));
    }
    return value === undefined ? undefined : value === 'true';
  }

  choice<T extends string>(key: string, choices: readonly T[]): T | undefined {
    const value = this.text(key);
    const chosen = choices.find((choice) => choice === value);
    if (value !== undefined && chosen === undefined) {
      throw invalid(`Invalid ${this.name(key)}: must be one of ${choices.join(', ')}`, this.name(key));
    }
    return chosen;
  }

  object(key: string): Params | undefined {
    const value = this.fields[key];
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') throw invalid('Invalid object', this.name(key));
    return new Params(value, this.name(key));
  }

  objects(key: string): Params[] {
    const list = this.object(key);
    if (!list) return [];
    return Object.keys(list.fields).map((index) => {
      const item = list.object(index);
      if (!item) throw invalid('Invalid object', list.name(index));
      return item;
    });
  }

  texts(key: string): string[] {
    const list = this.object(key);
    return list ? Object.keys(list.fields).map((index) => list.required(index)) : [];
  }

  /** Rejects parameters that this simulated provider does not know, so that no test relies on an ignored one. */
  only(...known: string[]): void {
    const unknown = Object.keys(this.fields).find((key) => !known.includes(key));
    if (unknown === undefined) return;
    const name = this.name(unknown);
    throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  }

  /** The stored metadata with the given changes: an empty value deletes a key, an empty object all of them. */
  metadata(stored: Record<string, string> = {}): Record<string, string> {
    if (this.fields['metadata'] === '') return {};
    const changes = this.object('metadata');
    const merged = { ...stored };
    for (const key of Object.keys(changes?.fields ?? {})) {
      const value = changes?.text(key);
      if (value === undefined || value === '') delete merged[key];
      else merged[key] = value;
    }
    return merged;
  }
}
