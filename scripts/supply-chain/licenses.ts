import { getPackageId, type Package } from './production.ts';

/** Licenses that allow us to ship a package with the product, by their SPDX names. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  // The image library libvips: its terms cover only its own files, which we ship unchanged and load at runtime.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  // Its terms cover only its own files, which we ship unchanged. One package writes the name without the dash.
  'MPL-2.0',
  'MPL 2.0',
  // Fonts.
  'OFL-1.1',
  'Zlib',
]);

/** Packages whose `package.json` has no license: the license of the file that they ship, read by a person. */
const LICENSE_FILES: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

/** The packages whose license is unknown or not allowed, one line each. */
export function licenseViolations(packages: readonly Package[]): string[] {
  return packages
    .map((one) => ({ ...one, license: one.license ?? LICENSE_FILES[one.name] ?? null }))
    .filter(({ license }) => license === null || !isAllowed(license))
    .map(
      (one) =>
        `${getPackageId(one)} has ${one.license ?? 'no license'}, which is not in the list of allowed licenses`,
    );
}

/** `(MIT OR GPL-2.0)`: one alternative is enough. `MIT AND ISC`: each must be allowed. Nested expressions are not supported. */
function isAllowed(expression: string): boolean {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  if (alternatives.length > 1 && expression.includes(' AND ')) return false;
  return alternatives.some((all) => all.split(' AND ').every((license) => ALLOWED.has(license)));
}
