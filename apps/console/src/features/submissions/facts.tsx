import { submissionTexts } from '../../texts/submissions.ts';
import { MissingValue, EmailLink, PhoneLink } from '../../display/cells.tsx';
import { Fact } from '../../display/facts.tsx';
import { Moment } from '../../display/moment.tsx';
import { exactMomentText } from '../../display/moment-text.ts';
import type { Submission } from './common-columns.tsx';
import { LocationLink } from '../../display/location-link.tsx';
import classes from './submissions.module.css';

/** Milliseconds of delay after which the phone's time is shown on a separate line. */
const MIN_DELAY = 5_000;

/** The facts of every record: who, when, where. */
export function SubmissionFacts({ row }: { row: Submission }) {
  return (
    <>
      <Fact name={submissionTexts.when}>
        <Moment at={row.created_at} />
        <PressedFact row={row} />
      </Fact>
      <Fact name={submissionTexts.who}>
        <Sender row={row} />
      </Fact>
      <Fact name={submissionTexts.where}>
        <LocationLink location={row.location} />
        {row.location && <AccuracyText location={row.location} />}
      </Fact>
    </>
  );
}

function Sender({ row: { app_user: user } }: { row: Submission }) {
  if (!user) return <MissingValue>{submissionTexts.notKnown}</MissingValue>;
  return (
    <>
      <strong>{user.name}</strong>
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
function PressedFact({ row: { pressed_at, created_at } }: { row: Submission }) {
  if (pressed_at === null || Math.abs(Date.parse(created_at) - Date.parse(pressed_at)) < MIN_DELAY)
    return null;
  return (
    <div className={classes['soft']}>
      {submissionTexts.pressedAt} <time dateTime={pressed_at}>{exactMomentText(pressed_at)}</time>.{' '}
      {submissionTexts.arrivedLater}
    </div>
  );
}

function AccuracyText({ location }: { location: NonNullable<Submission['location']> }) {
  const { accuracy, at } = location;
  const parts = [
    accuracy === null || accuracy === undefined ? null : submissionTexts.within(Math.round(accuracy)),
    at === null || at === undefined
      ? null
      : `${submissionTexts.measured} ${exactMomentText(new Date(at).toISOString())}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : <div className={classes['soft']}>{parts.join(', ')}</div>;
}
