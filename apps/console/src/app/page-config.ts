/** What the server writes into the page for this installation. */
export type PageConfig = {
  /** The address of a service that draws initials; null: they are drawn here. */
  avatarServiceUrl: string | null;
};

/** Reads the element that the server fills in; what is missing or damaged counts as not configured. */
export function readPageConfig(text: string | null | undefined): PageConfig {
  try {
    const value: unknown = JSON.parse(text ?? '');
    const has = typeof value === 'object' && value !== null && 'avatarServiceUrl' in value;
    const url = has ? value.avatarServiceUrl : null;
    return { avatarServiceUrl: typeof url === 'string' && URL.canParse(url) ? url : null };
  } catch {
    return { avatarServiceUrl: null };
  }
}
