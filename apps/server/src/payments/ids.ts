/** The id of an object of the provider, which is an id or the object itself if the call expanded it. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}
