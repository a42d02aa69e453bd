import { Button, Group } from '@mantine/core';
import { IconFileUnknown, IconPrinter } from '@tabler/icons-react';
import { Link } from '../../../links/link.ts';
import { useParams } from '../../../links/location.ts';
import { isRowId } from '../../../list/scope.ts';
import { NotFoundPage } from '../../../page/not-found-page.tsx';
import { Page } from '../../../page/page.tsx';
import { FailedRead } from '../../../states/failed-read.tsx';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { StateBlock } from '../../../states/state-block.tsx';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { itemLabel } from '../describe-incident.ts';
import { useIncident, useIncidentBase } from '../incidents.api.ts';
import { IncidentBody } from './incident-body.tsx';
import { SaveButton } from './save-button.tsx';

/** One incident: its state, what to do next, and everything that happened. It can also be printed. */
export function Component() {
  const { incidentId = '' } = useParams();
  return isRowId(incidentId) ? <Incident key={incidentId} id={Number(incidentId)} /> : <NotFoundPage />;
}

function Incident({ id }: { id: number }) {
  const base = useIncidentBase();
  const { data: incident, error, isFetching, refetch } = useIncident(base, id);
  return (
    <Page
      title={texts.incidentTitle(id)}
      description={incident && itemLabel(incident)}
      parent={{ label: texts.title, to: '/incidents' }}
      action={
        incident && (
          <Group gap="xs">
            <SaveButton base={base} id={id} type="pdf" />
            <SaveButton base={base} id={id} type="json" />
            <Button
              variant="default"
              leftSection={<IconPrinter aria-hidden size={18} />}
              onClick={() => window.print()}
            >
              {texts.print}
            </Button>
          </Group>
        )
      }
    >
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={texts.readFailed}
          stale={incident !== undefined}
        />
      )}
      {incident === undefined && !error && <SkeletonForm fields={5} />}
      {incident === null && (
        <StateBlock
          icon={<IconFileUnknown size={22} />}
          title={texts.noIncident}
          action={<Link to="/incidents">{texts.toIncidents}</Link>}
        >
          {texts.noIncidentDescription}
        </StateBlock>
      )}
      {incident && <IncidentBody base={base} incident={incident} />}
    </Page>
  );
}
