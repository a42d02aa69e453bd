import type { Argon2Input } from './argon2-thread.ts';

export type PasswordCost = Pick<Argon2Input, 'memory' | 'passes' | 'parallelism' | 'tagLength'>;

/** argon2id with 19 MiB and two passes: OWASP's password storage recommendation. About 30 ms for each hash. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
