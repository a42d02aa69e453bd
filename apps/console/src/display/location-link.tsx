import { formatDegrees, fillMapUrl } from '@callpoint/alerts/templates/maps';
import type { Location } from '@callpoint/contract/fields';
import { pageConfig } from '../net/current-page-config.ts';
import { MissingValue, OutsideLink, NoWrap } from './cells.tsx';
import { submissionTexts } from '../texts/submissions.ts';

/** The location as a link to a map. */
export function LocationLink({ location }: { location: Location | null }) {
  if (!location) return <MissingValue>{submissionTexts.noLocation}</MissingValue>;
  const text = (
    <>
      <NoWrap>{formatDegrees(location.lat)},</NoWrap> <NoWrap>{formatDegrees(location.lng)}</NoWrap>
    </>
  );
  const href = pageConfig.mapsUrl === null ? null : fillMapUrl(pageConfig.mapsUrl, location);
  return href === null ? text : <OutsideLink href={href}>{text}</OutsideLink>;
}
