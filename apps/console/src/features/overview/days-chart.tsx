import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { itemLabel, type Item } from '@callpoint/contract/catalogue';
import { dayText, CHART_ITEMS, type DayTotals } from './day-counts.ts';

/** The most urgent item has the product's color; neighbors differ in light and dark. */
const COLORS: Readonly<Record<string, string>> = {
  'button 1': 'blue.6',
  'button 2': 'orange.6',
  'button 4': 'grape.6',
  'button 5': 'brand.6',
  'form 1': 'teal.6',
  'form 3': 'cyan.7',
  'form 2': 'gray.5',
};

const nameOf = ({ kind, id }: Item) => `${kind} ${id}`;

const SERIES = CHART_ITEMS.map((item) => ({
  name: nameOf(item),
  label: itemLabel(item),
  color: COLORS[nameOf(item)] ?? 'gray.5',
}));

/** The days as stacked bars. The table contains the same data. */
export default function DaysChart({ days }: { days: readonly DayTotals[] }) {
  const data = days.map(({ day, parts }) => ({
    day: dayText(day, 'short'),
    ...Object.fromEntries(parts.map(({ item, total }) => [nameOf(item), total])),
  }));
  return (
    <BarChart
      aria-hidden
      h={360}
      data={data}
      dataKey="day"
      type="stacked"
      series={SERIES}
      withLegend
      // Nothing in it gets the focus.
      barChartProps={{ accessibilityLayer: false }}
      legendProps={{ verticalAlign: 'bottom' }}
      barProps={{ isAnimationActive: false }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
    />
  );
}
