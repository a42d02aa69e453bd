/** The element id of the bar of open emergencies. */
export const URGENT_BAR_ID = 'open-emergencies';
