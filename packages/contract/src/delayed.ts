/** Milliseconds after a press from which its submission counts as delayed. */
const DELAYED_AFTER = 60_000;

/** True if a submission was received long after it was pressed. Times are ISO 8601; `pressed_at` is null if unknown. */
export function isDelayed({
  pressed_at,
  created_at,
}: {
  pressed_at: string | null;
  created_at: string;
}): boolean {
  return pressed_at !== null && Date.parse(created_at) - Date.parse(pressed_at) >= DELAYED_AFTER;
}
