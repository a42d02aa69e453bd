/**
 * Why a server does not start, for its operator. `message` is one line and may be logged: it contains settings, paths and
 * addresses, and nothing from the database.
 */
export class StartError extends Error {}
