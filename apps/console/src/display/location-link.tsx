import { formatDegrees, fillMapUrl } from '@callpoint/alerts/templates/maps';
import type { Location } from '@callpoint/contract/fields';
import { pageConfig } from '../net/current-page-config.ts';
import { MissingValue, OutsideLink, NoWrap } from './cells.tsx';
import { submissionTexts } from '../texts/submissions.ts';

/** Digits after the decimal point in lists: about 10 m. */
const SHORT_DIGITS = 4;

interface LocationLinkProps {
  location: Location | null;
  /** In a list: rounded, with all digits in the tooltip. */
  short?: boolean;
}

/** The location as a link to a map. */
export function LocationLink({ location, short = false }: LocationLinkProps) {
  if (!location) return <MissingValue>{submissionTexts.noLocation}</MissingValue>;
  const degrees = (value: number) => formatDegrees(short ? Number(value.toFixed(SHORT_DIGITS)) : value);
  const [lat, lng] = [degrees(location.lat), degrees(location.lng)];
  const text = short ? (
    <span title={`${formatDegrees(location.lat)}, ${formatDegrees(location.lng)}`}>{`${lat}, ${lng}`}</span>
  ) : (
    <>
      <NoWrap>{lat},</NoWrap> <NoWrap>{lng}</NoWrap>
    </>
  );
  const href = pageConfig.mapsUrl === null ? null : fillMapUrl(pageConfig.mapsUrl, location);
  return href === null ? text : <OutsideLink href={href}>{text}</OutsideLink>;
}
