import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/paths.mjs';
import { billOfMaterials } from './supply-chain/cyclonedx.ts';
import { productionPackages, readPackageLock } from './supply-chain/production.ts';

type Manifest = { name: string; version: string; description: string; license: string };

const FILE = 'callpoint.cdx.json';

const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const production = productionPackages(readPackageLock(root));
writeFileSync(join(root, FILE), `${JSON.stringify(billOfMaterials(product, production), null, 2)}\n`);
console.log(`${FILE} lists ${production.packages.length} packages.`);
