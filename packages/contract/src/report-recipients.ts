/** Recipients of a subscriber's monthly report. Without schemas, so that the console loads no validator for it. */
export const MAX_REPORT_RECIPIENTS = 10;
