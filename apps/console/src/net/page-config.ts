/** The settings of this installation that the server writes into the page. */
export type PageConfig = {
  /** Whether visitors can create an account. */
  signUp: 'open' | 'closed';
  /** The address of a service that draws initials; null: they are drawn here. */
  avatarServiceUrl: string | null;
  /** The address of a map by coordinates, with `{lat}` and `{lng}`; null: a location is not a link. */
  mapsUrl: string | null;
  /** The address of an image of such a map; null: there are none. */
  mapImageUrl: string | null;
  /** The address of the tiles of a map, with `{z}`, `{x}` and `{y}`, and whom to credit; null: there are none. */
  mapTiles: { url: string; credit: string } | null;
  /** The countries that SMS are sent to, as ISO 3166 codes; null: all. */
  smsCountries: readonly string[] | null;
  /** The channels that this server can’t send messages over, e.g. `sms`. */
  unconfigured: readonly string[];
};

/** Reads the element that the server fills in; missing or damaged data counts as not configured. */
export function readPageConfig(text: string | null | undefined): PageConfig {
  let given: unknown;
  try {
    given = JSON.parse(text ?? '');
  } catch {
    given = null;
  }
  const values = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  const address = (name: 'avatarServiceUrl' | 'mapsUrl' | 'mapImageUrl') => {
    const value = values[name];
    return typeof value === 'string' && URL.canParse(value) ? value : null;
  };
  return {
    signUp: values['signUp'] === 'closed' ? 'closed' : 'open',
    avatarServiceUrl: address('avatarServiceUrl'),
    mapsUrl: address('mapsUrl'),
    mapImageUrl: address('mapImageUrl'),
    mapTiles: readTiles(values['mapTiles']),
    smsCountries: readCodes(values['smsCountries']),
    unconfigured: readCodes(values['unconfigured']) ?? [],
  };
}

function readTiles(given: unknown): PageConfig['mapTiles'] {
  if (typeof given !== 'object' || given === null) return null;
  const { url, credit } = given as Record<string, unknown>;
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  return { url, credit: typeof credit === 'string' ? credit : '' };
}

function readCodes(given: unknown): readonly string[] | null {
  return Array.isArray(given) ? given.filter((code) => typeof code === 'string') : null;
}
