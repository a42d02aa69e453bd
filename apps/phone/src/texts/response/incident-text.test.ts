import { expect, test, vi } from 'vitest';
import { OPEN_INCIDENT as OPEN } from '../../testing/open-incident.ts';
import type { OwnIncident } from './incident-text.ts';

const at = (hours: number, minutes: number) => new Date(2026, 10, 22, hours, minutes).toISOString();
const ACKNOWLEDGED: OwnIncident = {
  ...OPEN,
  state: 'acknowledged',
  owner: 'Maria Ortiz',
  acknowledged_at: at(9, 10),
  eta_at: at(9, 25),
};
const NOW = new Date(2026, 10, 22, 9, 15);

async function linesIn(language: string, incident: OwnIncident, now = NOW): Promise<string[]> {
  vi.resetModules();
  vi.stubGlobal('navigator', { language });
  const { incidentDetails, incidentHeadline } = await import('./incident-text.ts');
  vi.unstubAllGlobals();
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  return [incidentHeadline(incident, now), ...incidentDetails(incident, now)].map(plain);
}

test('until someone has it, no one has it', async () => {
  expect((await linesIn('en-US', OPEN))[0]).toBe('No one has it yet');
  expect((await linesIn('es-US', OPEN))[0]).toBe('Aún nadie se encarga');
});

test('while no one was notified, that is the headline', async () => {
  expect(await linesIn('en-US', { ...OPEN, is_unnotified: true })).toEqual(['No one notified']);
  expect(await linesIn('es-US', { ...OPEN, is_unnotified: true })).toEqual(['Nadie avisado']);
});

test('the person who has it is named, with the arrival that they announced', async () => {
  expect(await linesIn('en-US', ACKNOWLEDGED)).toEqual(['Maria Ortiz has it, arriving about 9:25 AM']);
  expect(await linesIn('en-US', { ...ACKNOWLEDGED, eta_at: null })).toEqual(['Maria Ortiz has it']);
  expect((await linesIn('es-US', ACKNOWLEDGED))[0]).toMatch(/^Maria Ortiz se encarga/);
});

test('an announced arrival that has passed is no promise', async () => {
  expect(await linesIn('en-US', ACKNOWLEDGED, new Date(2026, 10, 22, 9, 40))).toEqual([
    'Maria Ortiz was expected about 9:25 AM',
  ]);
  expect(
    await linesIn(
      'en-US',
      { ...ACKNOWLEDGED, state: 'closed', closed_at: at(9, 35) },
      new Date(2026, 10, 22, 9, 40),
    ),
  ).toEqual(['Closed at 9:35 AM', 'Maria Ortiz had it']);
});

test('a responder who is on the way, has arrived, or has closed it', async () => {
  const onTheWay: OwnIncident = { ...ACKNOWLEDGED, state: 'on_the_way', on_the_way_at: at(9, 12) };
  const arrived: OwnIncident = { ...onTheWay, state: 'arrived', arrived_at: at(9, 14) };
  expect(await linesIn('en-US', onTheWay)).toEqual([
    'Maria Ortiz has it, arriving about 9:25 AM',
    'On the way since 9:12 AM',
  ]);
  expect(await linesIn('en-US', arrived)).toEqual([
    'Maria Ortiz has it',
    'On the way since 9:12 AM',
    'Arrived at 9:14 AM',
  ]);
  expect((await linesIn('en-US', { ...arrived, state: 'closed', closed_at: at(9, 15) })).slice(0, 2)).toEqual(
    ['Closed at 9:15 AM', 'Maria Ortiz had it'],
  );
});

test('an incident that was closed without an owner names no one', async () => {
  expect(await linesIn('en-US', { ...OPEN, state: 'closed', closed_at: at(9, 15) })).toEqual([
    'Closed at 9:15 AM',
  ]);
});
