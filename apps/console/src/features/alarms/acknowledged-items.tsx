import { IconHandStop } from '@tabler/icons-react';
import { agreedTimeText, listTimeText } from '../../display/timestamp-text.ts';
import { useNow } from '../../display/use-now.ts';
import { Link } from '../../links/link.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import { incidentStateTexts } from '../../texts/incident-states.ts';
import classes from './urgent-bar.module.css';
import type { UrgentItem } from './urgent-items.ts';

/** Incidents that someone has, without red: who, and when they will be there. */
export function AcknowledgedItems({ items }: { items: readonly UrgentItem[] }) {
  const now = useNow();
  const [first] = items;
  if (!first) return null;
  const { item, name, at, acknowledged, to } = first;
  const who = name ?? emergencyTexts.somebody;
  const by = incidentStateTexts.acknowledgedBy(acknowledged?.owner ?? emergencyTexts.somebody);
  const etaAt = acknowledged?.etaAt ?? null;
  return (
    <div className={classes['acknowledged']}>
      <IconHandStop aria-hidden size={20} className={classes['icon']} />
      <span className={classes['text']}>
        <strong>{item}</strong>
        <bdi>{who}</bdi>
        <bdi>{etaAt === null ? by : incidentStateTexts.withEta(by, agreedTimeText(etaAt, now))}</bdi>
      </span>
      {items.length > 1 && <Link to="/incidents">{emergencyTexts.moreAcknowledged(items.length - 1)}</Link>}
      <Link to={to} aria-label={emergencyTexts.openIncidentOf(who, listTimeText(at))}>
        {emergencyTexts.open}
      </Link>
    </div>
  );
}
