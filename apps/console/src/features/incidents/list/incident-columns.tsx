import type { Incident } from '@callpoint/contract/incidents';
import { MissingValue, RowId, RowLink } from '../../../display/cells.tsx';
import { durationText } from '../../../display/duration-text.ts';
import { etaText } from '../../../display/eta-text.ts';
import { LocationLink } from '../../../display/location-link.tsx';
import { Status, type StatusKind } from '../../../display/status.tsx';
import { agreedTimeText } from '../../../display/timestamp-text.ts';
import { ListTime } from '../../../display/timestamp.tsx';
import { useNow } from '../../../display/use-now.ts';
import type { Column } from '../../../table/table-types.ts';
import { incidentStateTexts } from '../../../texts/incident-states.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { itemLabel } from '../describe-incident.ts';
import { toneOf, type Tone } from '../tone.ts';
import { SubscriberLink } from '../../../display/subscriber-link.tsx';

const KINDS: Readonly<Record<Tone, StatusKind>> = {
  unanswered: 'failed',
  drill: 'pending',
  overdue: 'warning',
  answered: 'acknowledged',
  closed: 'skipped',
};

/** The columns of the list of incidents; an administrator's have the subscriber too. */
export function incidentColumns(isTeam: boolean): Column<Incident>[] {
  const subscriber: Column<Incident> = {
    key: 'team_id',
    header: texts.subscriber,
    cell: ({ team_id, account_name }) => <SubscriberLink id={team_id} name={account_name} />,
    isLabeled: true,
    twoLines: true,
    minWidth: 84,
    width: 140,
    rank: 5,
  };
  return [
    { key: 'id', header: texts.id, cell: ({ id }) => <RowId>{id}</RowId>, fixed: true, minWidth: 52 },
    {
      key: 'opened_at',
      header: texts.time,
      cell: ({ opened_at }) => <ListTime at={opened_at} />,
      sort: 'opened_at',
      firstOrder: 'desc',
      isTime: true,
    },
    {
      key: 'state',
      header: texts.state,
      cell: (incident) => <State incident={incident} />,
      isLabeled: true,
      twoLines: true,
      minWidth: 130,
      width: 190,
      rank: 1,
    },
    {
      key: 'name',
      header: texts.name,
      cell: ({ id, app_user }) => (
        <RowLink
          to={`/incidents/${id}`}
          label={texts.openOf(app_user.name || incidentStateTexts.somebody, id)}
        >
          {app_user.name || incidentStateTexts.somebody}
        </RowLink>
      ),
      isLink: true,
      twoLines: true,
      minWidth: 96,
      width: 150,
      rank: 2,
    },
    {
      key: 'item',
      header: texts.button,
      cell: itemLabel,
      twoLines: true,
      fixed: true,
      minWidth: 110,
      width: 180,
      rank: 4,
    },
    ...(isTeam ? [] : [subscriber]),
    {
      key: 'owner',
      header: texts.owner,
      cell: ({ owner }) =>
        owner ? <bdi>{owner.name}</bdi> : <MissingValue>{incidentStateTexts.states.open}</MissingValue>,
      twoLines: true,
      minWidth: 96,
      width: 150,
      rank: 3,
    },
    {
      key: 'acknowledged_after',
      header: texts.acknowledgedAfter,
      cell: ({ opened_at, acknowledged_at }) =>
        acknowledged_at === null ? (
          <MissingValue>{texts.notYet}</MissingValue>
        ) : (
          durationText(Date.parse(acknowledged_at) - Date.parse(opened_at))
        ),
      fixed: true,
      minWidth: 84,
    },
    {
      key: 'location',
      header: texts.location,
      cell: ({ location }) => <LocationLink location={location} />,
      fixed: true,
      twoLines: true,
      // The last column has more padding.
      minWidth: 86,
      width: 140,
      rank: 6,
    },
  ];
}

function State({ incident }: { incident: Incident }) {
  const now = useNow();
  const { state, outcome, is_unnotified } = incident;
  // The outcome may take a second line.
  const ended = state === 'closed' && outcome ? incidentStateTexts.endedAs[outcome] : undefined;
  const tone = toneOf(incident, now);
  if (tone === 'overdue' && incident.eta_at !== null) {
    return (
      <Status kind={KINDS[tone]} more={texts.overdueSince(agreedTimeText(incident.eta_at, now))}>
        {incidentStateTexts.overdue}
      </Status>
    );
  }
  return (
    <Status kind={KINDS[tone]} more={ended ?? etaText(incident, now)}>
      {is_unnotified ? texts.unnotified : incidentStateTexts.states[state]}
    </Status>
  );
}
