// Checks the directions of imports and the names of files: the rules are in imports/rules/. The linter finds cycles.
import { findViolations } from './imports/violations.ts';
import { root } from './setup/paths.mjs';

const { files, violations } = findViolations(root);
for (const violation of violations) console.error(violation);
console.log(`${files} files, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
