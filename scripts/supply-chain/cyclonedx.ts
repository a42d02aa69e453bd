import { randomUUID } from 'node:crypto';
import { getPackageId, type Package } from './production.ts';

/** A software bill of materials in CycloneDX 1.6 (JSON). */
export function billOfMaterials(
  product: { name: string; version: string; description: string; license: string },
  { packages, direct }: { packages: readonly Package[]; direct: readonly string[] },
  now = new Date(),
): object {
  const main = purlOf(product);
  const purls = new Map(packages.map((one) => [getPackageId(one), purlOf(one)]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: {
        type: 'application',
        'bom-ref': main,
        name: product.name,
        version: product.version,
        description: product.description,
        licenses: licensesOf(product.license),
        purl: main,
      },
    },
    components: packages.map((one) => component(one)),
    dependencies: [
      { ref: main, dependsOn: direct.map((id) => purls.get(id)) },
      ...packages.map((one) => ({
        ref: purlOf(one),
        dependsOn: one.dependsOn.flatMap((id) => purls.get(id) ?? []),
      })),
    ],
  };
}

function component(one: Package): object {
  const [, group, name = one.name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(one.name) ?? [];
  const [, hash] = /^sha512-(\S+)/.exec(one.integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    ...(group ? { group } : {}),
    name,
    version: one.version,
    scope: 'required',
    ...(hash ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] } : {}),
    licenses: one.license === null ? [] : licensesOf(one.license),
    purl: purlOf(one),
  };
}

function licensesOf(license: string): object[] {
  return / (OR|AND) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

/** The package URL: https://github.com/package-url/purl-spec. */
function purlOf({ name, version }: { name: string; version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
