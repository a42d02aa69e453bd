/** The lowest cost that argon2id allows. */
export const LOWEST_PASSWORD_COST = { memory: 8, passes: 1 };
