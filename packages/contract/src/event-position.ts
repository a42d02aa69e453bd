/** On each response of a console's calls: the position in the events before the call read anything. Opaque, with a dot. */
export const EVENT_POSITION_HEADER = 'callpoint-event-position';
