import { fillMapUrl } from '@callpoint/alerts/templates/maps';
import type { Location } from '@callpoint/contract/fields';
import { decodeRecordKey, NEWEST_LOCATION_PATH } from '@callpoint/contract/record-link';
import type { FastifyInstance } from 'fastify';
import type { PlatformDb } from '../../db/handles/platform.ts';

/**
 * The link to the location in messages: `/where/<key>` leads to a map of the newest location of a submission. It works
 * without an account, because recipients of SMS have none. Only the recipients know the key, which contains the phone's
 * random id of the submission.
 */
export function newestLocationRoutes(
  app: FastifyInstance,
  { platform, mapsUrl }: { platform: PlatformDb; mapsUrl: string },
): void {
  app.get<{ Params: { key: string } }>(`/${NEWEST_LOCATION_PATH}/:key`, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    const found = await findLocation(platform, request.params.key);
    const map = found?.location ? fillMapUrl(mapsUrl, found.location) : null;
    if (map !== null) return reply.redirect(map, 302);
    return reply
      .code(404)
      .type('text/plain; charset=utf-8')
      .send(
        found
          ? 'The location of this submission is not known yet. Reload this page in a moment.'
          : 'This submission does not exist, or it was deleted.',
      );
  });
}

async function findLocation(
  platform: PlatformDb,
  key: string,
): Promise<{ location: Location | null } | null> {
  const parts = decodeRecordKey(key);
  if (!parts) return null;
  for (const table of ['button_click', 'form_submission'] as const) {
    const row = await platform
      .selectFrom(table as 'button_click')
      .select('location')
      .where('app_user_id', '=', parts.appUserId)
      .where('client_id', '=', parts.clientId)
      .executeTakeFirst();
    if (row) return { location: row.location === null ? null : (JSON.parse(row.location) as Location) };
  }
  return null;
}
