import type { Location } from '@callpoint/contract/fields';

/** The height of the plot as a part of its width. */
export const HEIGHT = 0.7;

/** A position in the plot, from 0 to 1 across and from 0 to `HEIGHT` down; `radius` is its accuracy in the same unit. */
export type Placed = { x: number; y: number; radius: number };

const METERS_PER_DEGREE = 111_320;
/** The least width of the plot, so that one position is not alone on a point. */
const LEAST_METERS = 100;
const MARGIN = 0.14;
const ROUND = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 200_000, 1_000_000];

/** Places positions on a plane with true distances, the newest last; and a round length for the scale. */
export function placePositions(positions: readonly Pick<Location, 'lat' | 'lng' | 'accuracy'>[]): {
  placed: Placed[];
  scale: { meters: number; width: number };
} {
  const newest = positions.at(-1);
  if (!newest) return { placed: [], scale: { meters: 0, width: 0 } };
  const east = Math.cos((newest.lat * Math.PI) / 180) * METERS_PER_DEGREE;
  const points = positions.map(({ lat, lng, accuracy }) => ({
    east: wrap(lng - newest.lng) * east,
    north: (lat - newest.lat) * METERS_PER_DEGREE,
    radius: accuracy ?? 0,
  }));
  const range = (values: readonly number[]) => ({ from: Math.min(...values), to: Math.max(...values) });
  const [across, up] = [range(points.map((point) => point.east)), range(points.map((point) => point.north))];
  const last = points.at(-1);
  const meters = Math.max(
    Math.max(LEAST_METERS, across.to - across.from, (last?.radius ?? 0) * 2) / (1 - 2 * MARGIN),
    (up.to - up.from) / (HEIGHT - 2 * MARGIN),
  );
  const middle = { east: (across.from + across.to) / 2, north: (up.from + up.to) / 2 };
  const round = ROUND.findLast((length) => length <= meters / 3) ?? 1;
  return {
    placed: points.map((point) => ({
      x: 0.5 + (point.east - middle.east) / meters,
      y: HEIGHT / 2 - (point.north - middle.north) / meters,
      radius: point.radius / meters,
    })),
    scale: { meters: round, width: round / meters },
  };
}

/** Across the antimeridian, the shorter direction. */
function wrap(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
