import { submissionTexts } from '../../../texts/submissions.ts';
import { MissingValue, EmailLink, PhoneLink } from '../../../display/cells.tsx';
import { DescriptionItem } from '../../../display/description-list.tsx';
import { Timestamp } from '../../../display/timestamp.tsx';
import { exactTimestampText, timestampText } from '../../../display/timestamp-text.ts';
import type { CommonRow } from '../lists/common-columns.tsx';
import { LocationLink } from '../../../display/location-link.tsx';
import classes from '../submissions.module.css';

/** Milliseconds of delay after which the phone's time is shown on a separate line. */
const MIN_DELAY = 5_000;

/** The facts of every record: who, when, where. */
export function SubmissionDetails({ row }: { row: CommonRow }) {
  return (
    <>
      <DescriptionItem name={submissionTexts.when}>
        <Timestamp at={row.created_at} />
        <PressedFact row={row} />
      </DescriptionItem>
      <DescriptionItem name={submissionTexts.who}>
        <Submitter row={row} />
      </DescriptionItem>
      <DescriptionItem name={submissionTexts.where}>
        <LocationLink location={row.location} />
        {row.location && <AccuracyText location={row.location} />}
      </DescriptionItem>
    </>
  );
}

function Submitter({ row: { app_user: user } }: { row: CommonRow }) {
  if (!user) return <MissingValue>{submissionTexts.notKnown}</MissingValue>;
  return (
    <>
      <strong dir="auto">{user.name}</strong>
      <div>
        <PhoneLink number={user.phone} />
      </div>
      <div>
        <EmailLink address={user.email} />
      </div>
    </>
  );
}

/** A phone without a network sends a press later; its clock may also be wrong. */
function PressedFact({ row: { pressed_at, created_at } }: { row: CommonRow }) {
  if (pressed_at === null || Math.abs(Date.parse(created_at) - Date.parse(pressed_at)) < MIN_DELAY)
    return null;
  return (
    <div className={classes['soft']}>
      {submissionTexts.pressedAt}{' '}
      <time dateTime={pressed_at} title={exactTimestampText(pressed_at)}>
        {timestampText(pressed_at)}
      </time>
      . {submissionTexts.arrivedLater}
    </div>
  );
}

function AccuracyText({ location }: { location: NonNullable<CommonRow['location']> }) {
  const { accuracy, at } = location;
  const parts = [
    accuracy === null || accuracy === undefined ? null : submissionTexts.within(Math.round(accuracy)),
    at === null || at === undefined
      ? null
      : `${submissionTexts.measured} ${timestampText(new Date(at).toISOString())}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : <div className={classes['soft']}>{parts.join(', ')}</div>;
}
