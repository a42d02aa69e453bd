import { expect, test } from 'vitest';
import { billOfMaterials } from './cyclonedx.ts';
import { licenseViolations } from './licenses.ts';
import { productionPackages, type PackageLock } from './production.ts';

const LOCK: PackageLock = {
  '': { dependencies: { node: '26.0.0' } },
  'node_modules/node': { version: '26.0.0', license: 'ISC' },
  'apps/server': { dependencies: { '@shop/contract': '0.1.0', web: '2.0.0' } },
  'node_modules/@shop/contract': { link: true, resolved: 'packages/contract' },
  'packages/contract': { dependencies: { '@scope/zod': '4.0.0' } },
  'node_modules/@scope/zod': { version: '4.0.0', license: 'MIT', integrity: 'sha512-AAEC' },
  'node_modules/web': {
    version: '2.0.0',
    license: 'MIT',
    dependencies: { tiny: '1.0.0' },
    optionalDependencies: { 'for-windows': '1.0.0' },
    peerDependencies: { types: '1.0.0' },
    peerDependenciesMeta: { types: { optional: true } },
  },
  'node_modules/web/node_modules/tiny': { version: '1.0.0', license: 'MIT AND GPL-3.0-only' },
  'node_modules/tiny': { version: '2.0.0' },
  'node_modules/types': { version: '1.0.0' },
  'node_modules/only-for-tests': { version: '1.0.0', license: 'GPL-3.0-only' },
};

const production = productionPackages(LOCK, ['', 'apps/server']);

test('finds the packages that run in production at the paths that Node uses', () => {
  expect(production.packages.map(({ name, version }) => `${name}@${version}`)).toEqual([
    '@scope/zod@4.0.0',
    'node@26.0.0',
    'tiny@1.0.0',
    'web@2.0.0',
  ]);
  expect(production.direct).toEqual(['@scope/zod@4.0.0', 'node@26.0.0', 'web@2.0.0']);
});

test('a package that the lock file lacks is an error', () => {
  expect(() => productionPackages({ '': { dependencies: { gone: '1.0.0' } } }, [''])).toThrow(
    'package-lock.json lacks gone',
  );
});

test('reports a license that is unknown or not allowed; one allowed alternative is enough', () => {
  const one = { version: '1.0.0', integrity: null, dependsOn: [] };
  const faults = (license: string | null) => licenseViolations([{ ...one, name: 'it', license }]);
  for (const license of ['MIT', '(MIT OR GPL-2.0-only)', 'MIT AND ISC']) expect(faults(license)).toEqual([]);
  for (const license of [null, 'GPL-3.0-only', 'SEE LICENSE IN x', 'MIT AND GPL-2.0-only']) {
    expect(faults(license)).toEqual([
      `it@1.0.0 has ${license ?? 'no license'}, which is not in the list of allowed licenses`,
    ]);
  }
});

test('the bill of materials names each package with its license, hash and dependencies', () => {
  const product = { name: 'shop', version: '0.1.0', description: 'A shop', license: 'MIT' };
  const bill = billOfMaterials(product, production, new Date('2026-11-22T10:00:00.000Z'));
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
    metadata: { timestamp: '2026-11-22T10:00:00.000Z', component: { name: 'shop', type: 'application' } },
    components: [
      {
        group: '@scope',
        name: 'zod',
        purl: 'pkg:npm/%40scope/zod@4.0.0',
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-512', content: '000102' }],
      },
      { name: 'node' },
      { name: 'tiny', licenses: [{ expression: 'MIT AND GPL-3.0-only' }] },
      { name: 'web' },
    ],
    dependencies: [
      {
        ref: 'pkg:npm/shop@0.1.0',
        dependsOn: ['pkg:npm/%40scope/zod@4.0.0', 'pkg:npm/node@26.0.0', 'pkg:npm/web@2.0.0'],
      },
      { dependsOn: [] },
      { dependsOn: [] },
      { dependsOn: [] },
      { ref: 'pkg:npm/web@2.0.0', dependsOn: ['pkg:npm/tiny@1.0.0'] },
    ],
  });
});
