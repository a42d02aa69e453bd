/** The time zone of the messages of a subscriber that has not set one. Without schemas, so that the console loads none. */
export const DEFAULT_ZONE = 'UTC';
