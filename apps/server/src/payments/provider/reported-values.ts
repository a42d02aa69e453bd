/** The id of an object of the provider, which is an id or the object itself if the call expanded it. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}

/** @param seconds since 1970, as the provider counts */
export function momentOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
