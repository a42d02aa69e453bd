import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testMetrics } from '../src/testing/processes/metrics-server.ts';

const FILES = [
  'deploy/prometheus/alerts.yml',
  'deploy/prometheus/alerts.test.yml',
  'deploy/grafana/callpoint.json',
  'docs/operations.md',
  'docs/runbook.md',
];
const read = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8');

/** Names of series; `withHistograms`: also the names of histograms, which texts use. */
async function declaredNames(withHistograms: boolean): Promise<Set<string>> {
  const { text } = await testMetrics().text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram'
        ? [`${name}_bucket`, `${name}_count`, `${name}_sum`, ...(withHistograms ? [name] : [])]
        : [name],
    ),
  );
}

test.each(FILES)('every metric in %s exists', async (file) => {
  const used = new Set(read(file).match(/\b(callpoint|nodejs|process)_[a-z0-9_]+\b/g));
  expect(used.size).toBeGreaterThan(0);
  const declared = await declaredNames(file.endsWith('.md'));
  expect([...used].filter((name) => !declared.has(name))).toEqual([]);
});

test('only counters have names that end in _total', async () => {
  const { text } = await testMetrics().text();
  const totals = [...text.matchAll(/^# TYPE (\S+_total) (\S+)$/gm)];
  expect(totals.length).toBeGreaterThan(0);
  for (const [, name, type] of totals) expect([name, type]).toEqual([name, 'counter']);
});

test('each alert says what to do', () => {
  const alerts = read('deploy/prometheus/alerts.yml').split('- alert: ').slice(1);
  expect(alerts.length).toBeGreaterThan(5);
  for (const alert of alerts) expect(alert).toMatch(/summary: '[^']+'\n +action: '[^']+'/);
});

test('each alert has a row in the runbook and a test in which it fires', () => {
  const names = [...read('deploy/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const rows = [...read('docs/runbook.md').matchAll(/^\| (Callpoint\w+) \|/gm)].map(([, name]) => name);
  const fired = read('deploy/prometheus/alerts.test.yml').matchAll(/labels: '\{alertname="(\w+)"/g);
  expect(rows).toEqual(names);
  expect([...new Set([...fired].map(([, name]) => name))]).toEqual(names);
});

test('counters exist before their first event, so that Prometheus sees the first increase', async () => {
  const { text } = await testMetrics().text();
  const zeros = text.split('\n').filter((line) => line.startsWith('callpoint_') && line.endsWith(' 0'));
  const countOf = (name: string) => zeros.filter((line) => line.startsWith(`${name}{`)).length;
  // Two items with five results; four channels with two priorities and five states, and with five outcomes.
  expect(countOf('callpoint_submissions_total')).toBe(2 * 5);
  expect(countOf('callpoint_messages_total')).toBe(4 * 2 * 5);
  expect(countOf('callpoint_provider_duration_seconds_count')).toBe(4 * 5);
});
