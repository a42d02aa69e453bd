import type { Location } from '@callpoint/contract/fields';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import classes from './map.module.css';
import { HEIGHT, placePositions } from './place-positions.ts';

const SIZE = 300;

/** The positions of a phone without a map, with true distances; the newest is the large point. */
export function PositionPlot({ positions }: { positions: readonly Location[] }) {
  const { placed, scale } = placePositions(positions);
  const newest = placed.at(-1);
  if (!newest) return null;
  const path = placed.map(({ x, y }) => `${x * SIZE},${y * SIZE}`).join(' ');
  const width = scale.width * SIZE;
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing
      role="img"
      aria-label={texts.mapOf}
      viewBox={`0 0 ${SIZE} ${SIZE * HEIGHT}`}
      className={classes['plot']}
      preserveAspectRatio="xMidYMid meet"
    >
      <g>
        <circle
          className={classes['accuracy']}
          cx={newest.x * SIZE}
          cy={newest.y * SIZE}
          r={Math.max(newest.radius * SIZE, 12)}
        />
        {placed.length > 1 && <polyline className={classes['path']} points={path} />}
        {placed.slice(0, -1).map(({ x, y }, index) => (
          <circle key={index} className={classes['earlier']} cx={x * SIZE} cy={y * SIZE} r={3.5} />
        ))}
        <circle className={classes['newest']} cx={newest.x * SIZE} cy={newest.y * SIZE} r={7} />
      </g>
      <g transform={`translate(12 ${SIZE * HEIGHT - 12})`} className={classes['scale']}>
        <path d={`M0 -4V0H${width}V-4`} />
        <text x={width + 8} y={0}>
          {scale.meters < 1_000 ? texts.meters(scale.meters) : texts.kilometers(scale.meters / 1_000)}
        </text>
      </g>
      <text x={SIZE - 12} y={20} textAnchor="end" className={classes['north']}>
        {texts.north} ↑
      </text>
    </svg>
  );
}
