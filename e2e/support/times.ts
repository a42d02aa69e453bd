/** The source of a pattern for a time of day, with its date where that is another day: tests also run around midnight. */
export const TIME = String.raw`(?:[A-Z]\w+ \d+,(?: \d{4},)? )?\d+:\d\d\s[AP]M`;
