import type { Location } from '@callpoint/contract/fields';
import {
  circle,
  circleMarker,
  latLngBounds,
  layerGroup,
  map as createMap,
  polyline,
  tileLayer,
} from 'leaflet';
import type { LayerGroup, Map as Drawn } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef } from 'react';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import classes from './map.module.css';

export interface LeafletMapProps {
  positions: readonly Location[];
  tiles: { url: string; credit: string };
  /** Called if a tile cannot be loaded, or none in time: a map without tiles is an empty box. */
  onFailed: () => void;
}

const MAX_ZOOM = 19;
const CLOSE = 17;
/** Milliseconds for the first tile. */
const MAX_WAIT = 8_000;

/** The positions of a phone on a map; the newest is the large point, and the earlier ones are a path. */
export function LeafletMap({ positions, tiles, onFailed }: LeafletMapProps) {
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef<{ map: Drawn; layer: LayerGroup } | null>(null);
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  const { url, credit } = tiles;

  useEffect(() => {
    if (!element.current) return undefined;
    // The page scrolls with the wheel and one finger; the map moves with its buttons, the keys and the pointer.
    const map = createMap(element.current, { scrollWheelZoom: false, zoomSnap: 0.5 });
    map.attributionControl.setPrefix(false);
    const container = document.createElement('span');
    container.textContent = credit;
    const waiting = setTimeout(() => failed.current(), MAX_WAIT);
    tileLayer(url, { maxZoom: MAX_ZOOM, attribution: container.innerHTML, referrerPolicy: 'no-referrer' })
      .on('tileerror', () => failed.current())
      .on('tileload', () => clearTimeout(waiting))
      .addTo(map);
    shown.current = { map, layer: layerGroup().addTo(map) };
    return () => {
      clearTimeout(waiting);
      shown.current = null;
      map.remove();
    };
  }, [url, credit]);

  useEffect(() => {
    if (!shown.current) return;
    const { map, layer } = shown.current;
    const points = positions.map(({ lat, lng }) => [lat, lng] as [number, number]);
    const newest = positions.at(-1);
    if (!newest) return;
    const at: [number, number] = [newest.lat, newest.lng];
    layer.clearLayers();
    if (newest.accuracy)
      circle(at, { radius: newest.accuracy, className: classes['accuracy'] ?? '' }).addTo(layer);
    if (points.length > 1) polyline(points, { className: classes['path'] ?? '' }).addTo(layer);
    for (const point of points.slice(0, -1)) {
      circleMarker(point, { radius: 4, className: classes['earlier'] ?? '' }).addTo(layer);
    }
    circleMarker(at, { radius: 8, className: classes['newest'] ?? '' }).addTo(layer);
    map.fitBounds(latLngBounds(points), { maxZoom: CLOSE, animate: false, padding: [32, 32] });
  }, [positions]);

  return <section ref={element} className={classes['map']} aria-label={texts.mapOf} />;
}
