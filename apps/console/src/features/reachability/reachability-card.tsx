import { itemLabel, type Item } from '@callpoint/contract/catalog';
import type { ReachLevel } from '@callpoint/contract/reach-levels';
import type { ItemReachability } from '@callpoint/contract/reachability';
import { IconAlertTriangle, IconBan, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { PagePath } from '../../links/page-path.ts';
import { Link } from '../../links/link.ts';
import { FailedRead } from '../../states/failed-read.tsx';
import { SectionCard } from '../../form/record/section-card.tsx';
import { reachabilityTexts } from '../../texts/reachability.ts';
import classes from './reachability.module.css';
import { LastDrills } from './last-drills.tsx';
import { sharedReasons } from './shared-reasons.ts';
import { useReachability, type ReachabilityTarget } from './reachability.api.ts';

const ICONS: Record<ReachLevel, typeof IconBan> = {
  green: IconCircleCheck,
  amber: IconAlertTriangle,
  red: IconCircleX,
  off: IconBan,
};
const WORST_FIRST: readonly ReachLevel[] = ['red', 'amber', 'off'];

interface ReachabilityCardProps {
  of: ReachabilityTarget;
  /** The element id of its toggle, for links to it. */
  toggleId?: string;
}

/**
 * The buttons and forms that would notify too few people now, and why; one line if there are none. A subscriber's own
 * card links to the settings of each.
 */
export function ReachabilityCard({ of, toggleId }: ReachabilityCardProps) {
  const { data, error, isFetching, refetch } = useReachability(of);
  if (error) {
    const what = reachabilityTexts.readFailed;
    return <FailedRead error={error} onRetry={() => void refetch()} retrying={isFetching} what={what} />;
  }
  if (!data) return null;
  const insufficient = data.items.filter(({ level }) => level !== 'green');
  const shared = sharedReasons(insufficient);
  return (
    <SectionCard title={reachabilityTexts.title} remember="reachability" {...(toggleId ? { toggleId } : {})}>
      <p className={classes['description']}>{reachabilityTexts.description}</p>
      {insufficient.length === 0 && <Level level="green" text={reachabilityTexts.allWell} />}
      {shared.length > 0 && (
        <>
          <p className={classes['description']}>{reachabilityTexts.forAll}</p>
          <Reasons texts={shared} />
        </>
      )}
      {WORST_FIRST.map((level) => (
        <LevelItems
          key={level}
          level={level}
          items={insufficient.filter((item) => item.level === level)}
          shownAbove={shared}
          linked={of === 'self'}
        />
      ))}
      <LastDrills items={data.items} linked={of === 'self'} />
    </SectionCard>
  );
}

interface LevelItemsProps {
  level: ReachLevel;
  items: readonly ItemReachability[];
  /** Reasons that apply to the entire account. */
  shownAbove: readonly string[];
  linked: boolean;
}

/** The items of one level, which is shown once above them. */
function LevelItems({ level, items, ...shown }: LevelItemsProps) {
  if (items.length === 0) return null;
  return (
    <div className={classes['items']}>
      <Level level={level} text={reachabilityTexts[level]} />
      <ul className={classes['list']}>
        {items.map((item) => (
          <ItemReachability key={`${item.kind} ${item.id}`} item={item} {...shown} />
        ))}
      </ul>
    </div>
  );
}

interface ItemReachabilityProps extends Pick<LevelItemsProps, 'shownAbove' | 'linked'> {
  item: ItemReachability;
}

function ItemReachability({ item: { kind, id, level, reasons }, shownAbove, linked }: ItemReachabilityProps) {
  const path: PagePath = kind === 'button' ? `/button_press_settings/${id}` : `/form_settings/${id}`;
  const label = itemLabel({ kind, id } as Item);
  return (
    <li>
      {linked ? (
        <Link to={path} aria-label={reachabilityTexts.openSettings(label)}>
          {label}
        </Link>
      ) : (
        label
      )}
      {level !== 'off' && (
        <Reasons texts={reasons.map(({ text }) => text).filter((text) => !shownAbove.includes(text))} />
      )}
    </li>
  );
}

function Reasons({ texts }: { texts: readonly string[] }) {
  return (
    <ul className={classes['reasons']}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Level({ level, text }: { level: ReachLevel; text: string }) {
  const Icon = ICONS[level];
  return (
    <span className={classes['level']} data-level={level}>
      <Icon aria-hidden size={18} />
      {text}
    </span>
  );
}
