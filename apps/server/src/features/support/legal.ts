import { createHash } from 'node:crypto';
import { DEFAULT_LEGAL, LEGAL_KINDS, type Legal } from '@callpoint/contract/support';
import type { PlatformDb } from '../../db/handles/platform.ts';

/** The published texts, each with its version and its date; the default where the operator has published none. */
export async function readLegal(platform: PlatformDb): Promise<Legal> {
  const rows = await platform
    .selectFrom('config')
    .select(['config_key', 'config_value', 'updated_at'])
    .where(
      'config_key',
      'in',
      LEGAL_KINDS.map((kind) => `${kind}_text`),
    )
    .execute();
  const [terms, privacy] = LEGAL_KINDS.map((kind) => {
    const row = rows.find(({ config_key }) => config_key === `${kind}_text`);
    const own = row?.config_value.trim() ?? '';
    if (!row || own === '') {
      const text = DEFAULT_LEGAL[kind];
      return { text, version: versionOf(text), since: null, is_default: true };
    }
    return { text: own, version: versionOf(own), since: row.updated_at, is_default: false };
  });
  if (!terms || !privacy) throw new Error('a text is missing');
  return { terms, privacy };
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
