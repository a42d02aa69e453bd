/** The field of a 409: the new card is on file, and it did not pay what is overdue. */
export const OVERDUE_FIELD = 'overdue';
