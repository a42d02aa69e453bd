// Which way imports go, that files have no cycles, and how they are called: the rules are in imports/rules.ts.
import { findViolations } from './imports/violations.ts';
import { root } from './setup/paths.mjs';

const { files, violations } = findViolations(root);
for (const violation of violations) console.error(violation);
console.log(`${files} files, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
