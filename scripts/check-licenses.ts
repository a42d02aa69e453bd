// Checks that every package that is shipped with the product has a license that allows this.
import { root } from './setup/paths.mjs';
import { licenseViolations } from './supply-chain/licenses.ts';
import { productionPackages, readPackageLock } from './supply-chain/production.ts';

const faults = licenseViolations(productionPackages(readPackageLock(root)).packages);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
