import { degrees, mapAddress } from '@callpoint/alerts/values';
import type { Location } from '@callpoint/contract/fields';
import { pageConfig } from '../net/this-page.ts';
import { Absent, OutsideLink, Together } from './cells.tsx';
import { submissionTexts } from '../texts/submissions.ts';

/** The location as a link to a map. */
export function LocationLink({ location }: { location: Location | null }) {
  if (!location) return <Absent>{submissionTexts.noLocation}</Absent>;
  const text = (
    <>
      <Together>{degrees(location.lat)},</Together> <Together>{degrees(location.lng)}</Together>
    </>
  );
  const href = pageConfig.mapsUrl === null ? null : mapAddress(pageConfig.mapsUrl, location);
  return href === null ? text : <OutsideLink href={href}>{text}</OutsideLink>;
}
