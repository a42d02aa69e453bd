/** The most calendar months of metrics that one call returns. Without schemas, so that the console loads none. */
export const MOST_METRIC_MONTHS = 12;
