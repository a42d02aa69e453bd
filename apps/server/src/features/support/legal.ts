import { createHash } from 'node:crypto';
import { DEFAULT_LEGAL, LEGAL_KINDS, type Legal } from '@callpoint/contract/support';
import type { PlatformDb } from '../../db/platform.ts';

/** The published texts, each with its version; the default where the operator has published none. */
export async function readLegal(platform: PlatformDb): Promise<Legal> {
  const rows = await platform
    .selectFrom('config')
    .select(['config_key', 'config_value'])
    .where(
      'config_key',
      'in',
      LEGAL_KINDS.map((kind) => `${kind}_text`),
    )
    .execute();
  const [terms, privacy] = LEGAL_KINDS.map((kind) => {
    const own = rows.find(({ config_key }) => config_key === `${kind}_text`)?.config_value.trim() ?? '';
    const text = own === '' ? DEFAULT_LEGAL[kind] : own;
    return { text, version: versionOf(text), is_default: own === '' };
  });
  if (!terms || !privacy) throw new Error('a text is missing');
  return { terms, privacy };
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
