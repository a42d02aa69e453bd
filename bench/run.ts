import { parseArgs } from 'node:util';
import { abuse } from './abuse.ts';
import { acceptance } from './acceptance.ts';
import { administration } from './administration.ts';
import { claims } from './claims.ts';
import { crash } from './crash.ts';
import { failover } from './failover.ts';
import { firstRow } from './first-row.ts';
import { history } from './history.ts';
import { incidents } from './incidents.ts';
import { lanes } from './lanes.ts';
import { listNextToPresses } from './list-next-to-presses.ts';
import { lists } from './lists.ts';
import { login } from './login.ts';
import { mail } from './mail.ts';
import { largeTable } from './large-table.ts';
import { outbox } from './outbox.ts';
import { phonePress } from './phone-press.ts';
import { phoneStart } from './phone-start.ts';
import { overload } from './overload.ts';
import { partitions } from './partitions.ts';
import { presses } from './presses.ts';
import { purge } from './purge.ts';
import { responseTimes } from './response-times.ts';
import { scale } from './scale.ts';
import { start } from './start.ts';
import { timing } from './timing.ts';
import { describeMachine, formatSection, type Section, writeSections } from './support/report.ts';

const BENCHMARKS: Record<string, () => Promise<Section>> = {
  presses,
  lists,
  'list-next-to-presses': listNextToPresses,
  'large-table': largeTable,
  administration,
  history,
  purge,
  partitions,
  timing,
  acceptance,
  abuse,
  mail,
  lanes,
  claims,
  outbox,
  overload,
  scale,
  start,
  crash,
  failover,
  incidents,
  'response-times': responseTimes,
  login,
  'first-row': firstRow,
  'phone-start': phoneStart,
  'phone-press': phonePress,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(BENCHMARKS).join(', ')}.`,
  );
  process.exit(1);
}

const sections: { title: string; markdown: string }[] = [];
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const machine = describeMachine();
  console.log(`Measuring ${name} ...`);
  const section = await measure();
  const markdown = formatSection(section, machine);
  console.log(`\n${markdown}\n`);
  sections.push({ title: section.title, markdown });
  if (section.figures.some(({ target }) => target?.isMet === false)) process.exitCode = 1;
}
if (values.write) writeSections(sections);
