import { isDelayed } from '@callpoint/contract/delayed';
import { recordTexts } from '../../../texts/record.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { MissingValue, EmailLink, PhoneLink } from '../../../display/cells.tsx';
import { DescriptionItem } from '../../../display/description-list.tsx';
import { Timestamp } from '../../../display/timestamp.tsx';
import { exactTimestampText } from '../../../display/exact-timestamp-text.ts';
import { timestampText } from '../../../display/timestamp-text.ts';
import type { CommonRow } from '../lists/common-columns.tsx';
import { LocationLink } from '../../../display/location-link.tsx';
import classes from '../submissions.module.css';

/** The facts of every record: who, when, where. */
export function SubmissionDetails({ row }: { row: CommonRow }) {
  return (
    <>
      <DescriptionItem name={recordTexts.when}>
        <Timestamp at={row.created_at} />
        <PressedFact row={row} />
      </DescriptionItem>
      <DescriptionItem name={recordTexts.who}>
        <Submitter row={row} />
      </DescriptionItem>
      <DescriptionItem name={recordTexts.where}>
        <LocationLink location={row.location} />
        {row.location && <AccuracyText location={row.location} />}
        <EarlierLocations locations={row.earlier_locations} />
      </DescriptionItem>
    </>
  );
}

function Submitter({ row: { app_user: user } }: { row: CommonRow }) {
  if (!user) return <MissingValue>{submissionTexts.notKnown}</MissingValue>;
  return (
    <>
      <strong dir="auto">{user.name}</strong>
      <div className={classes['contact']}>
        <PhoneLink number={user.phone} />
      </div>
      <div className={classes['contact']}>
        <EmailLink address={user.email} />
      </div>
    </>
  );
}

/** A phone without a network sends a press later. */
function PressedFact({ row }: { row: CommonRow }) {
  const { pressed_at } = row;
  if (pressed_at === null || !isDelayed(row)) return null;
  return (
    <strong title={exactTimestampText(pressed_at)}>
      {submissionTexts.delayed(timestampText(pressed_at))}. {recordTexts.arrivedLater}
    </strong>
  );
}

/** The phone sends better locations for a while after a submission. */
function EarlierLocations({ locations }: { locations: CommonRow['earlier_locations'] }) {
  if (locations.length === 0) return null;
  const known = locations.filter((location) => location !== null);
  return (
    <details className={classes['soft']}>
      <summary>{recordTexts.locationUpdates(locations.length)}</summary>
      <ol>
        {known.map((location, index) => (
          <li key={index}>
            <LocationLink location={location} />
            <AccuracyText location={location} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function AccuracyText({ location }: { location: NonNullable<CommonRow['location']> }) {
  const { accuracy, at } = location;
  const parts = [
    accuracy === null || accuracy === undefined ? null : recordTexts.within(Math.round(accuracy)),
    at === null || at === undefined
      ? null
      : `${recordTexts.measured} ${timestampText(new Date(at).toISOString())}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : <div className={classes['soft']}>{parts.join(', ')}</div>;
}
