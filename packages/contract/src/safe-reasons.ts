/** The reasons that a person chooses from when reporting to be safe, as the responders read them. */
export const SAFE_REASONS = {
  accident: 'It was a false alarm.',
  arrived: 'Help arrived.',
  resolved: 'The danger is over.',
} as const;
export type SafeReason = keyof typeof SAFE_REASONS;
