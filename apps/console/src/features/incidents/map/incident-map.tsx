import type { Location } from '@callpoint/contract/fields';
import { useEffect, useMemo, useState } from 'react';
import { LocationLink } from '../../../display/location-link.tsx';
import { relativeText, timestampText } from '../../../display/timestamp-text.ts';
import { useNow } from '../../../display/use-now.ts';
import { pageConfig } from '../../../net/current-page-config.ts';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import type { LeafletMapProps } from './leaflet-map.tsx';
import classes from './map.module.css';
import { PositionPlot } from './position-plot.tsx';

const Leaflet = lazyPart<LeafletMapProps>(async () => {
  try {
    return (await import('./leaflet-map.tsx')).LeafletMap;
  } catch {
    return NotLoaded;
  }
});

/** Instead of the map's code. */
function NotLoaded({ onFailed }: LeafletMapProps) {
  useEffect(onFailed, [onFailed]);
  return null;
}

interface IncidentMapProps {
  location: Location | null;
  /** Oldest first. */
  earlier: readonly (Location | null)[];
}

/** Where the phone is and was: on a map if there are tiles, otherwise several positions as a plot; and the link to a map. */
export function IncidentMap({ location, earlier }: IncidentMapProps) {
  const [failed, setFailed] = useState(false);
  const now = useNow();
  const key = JSON.stringify([earlier, location]);
  const positions = useMemo(
    () => (JSON.parse(key) as [(Location | null)[], Location | null]).flat().filter((one) => one !== null),
    [key],
  );
  const { mapTiles } = pageConfig;
  const drawn = mapTiles !== null && !failed && positions.length > 0;
  const count = positions.length - 1;
  return (
    <div>
      {drawn && (
        <div data-unprinted>
          <Leaflet positions={positions} tiles={mapTiles} onFailed={() => setFailed(true)} />
        </div>
      )}
      {/* A single position is a point without anything around it: its coordinates say more. */}
      {count > 0 && (
        <div data-print-only={drawn || undefined}>
          <PositionPlot positions={positions} />
        </div>
      )}
      <p className={classes['place']}>
        <LocationLink location={location} />
        {typeof location?.accuracy === 'number' && <span>{texts.within(Math.round(location.accuracy))}</span>}
        {location?.at && (
          <time dateTime={location.at} title={timestampText(location.at)}>
            {relativeText(location.at, now)}
          </time>
        )}
        {count > 0 && <span>{texts.earlier(count)}</span>}
      </p>
    </div>
  );
}
