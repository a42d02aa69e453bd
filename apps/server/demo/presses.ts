import type { FormId, Item } from '@callpoint/contract/catalog';
import type { ReceivedSubmission } from '../src/features/phone/prepare-submission.ts';
import { HOUR, MINUTE } from '../src/scheduling/durations.ts';
import { daysBefore, DAYS, midnight, weekday } from './days.ts';
import type { Cluster, Company, Person, FormRequest, Site } from './company.ts';
import type { Random } from './random.ts';

/** A submission of a person's phone, and when it was received. */
export type Press = { company: Company; person: Person; at: Date; received: ReceivedSubmission };

/** The newest press is at least this old, so that its messages are already sent. */
const MINIMUM_AGE = 5 * MINUTE;

/**
 * Three months of a company's submissions, in no particular order. The same `random` and `now` give the same result.
 */
export function createPresses(company: Company, random: Random, now: Date): Press[] {
  const presses: Press[] = [];
  const texts = {
    questions: shuffled(company.questions, random),
    products: shuffled(company.products, random),
    consultations: shuffled(company.consultations, random),
    companyNames: company.companyNames,
  };
  const add = (person: Person, site: Site, at: number, item: Item) =>
    presses.push({
      company,
      person,
      at: new Date(at),
      received: createReceived(texts, site, at, item, random),
    });

  for (let days = DAYS; days >= 0; days -= 1) {
    const dayStart = midnight(now, company.utcOffset, days);
    const people = activePeople(company, days);
    const weight = company.week[weekday(dayStart, company.utcOffset)] ?? 0;
    for (let count = randomCount(company.perDay * weight, random); count > 0; count -= 1) {
      const { person, site } = pickPerson(company, people, random);
      const shift = random.weighted(company.shifts);
      const at = dayStart + (shift.from + shift.hours * random.next()) * HOUR;
      add(person, site, at, random.weighted(company.mix).item);
    }
    for (const cluster of company.clusters.filter(({ daysAgo }) => daysAgo === days)) {
      for (const { person, site, at, item } of clusterPresses(company, cluster, people, dayStart, random)) {
        add(person, site, at, item);
      }
    }
  }
  const from = daysBefore(now, DAYS).getTime();
  const to = Math.min(now.getTime() - MINIMUM_AGE, daysBefore(now, company.silentFor).getTime());
  return presses.filter(({ at, received }) => {
    const time = at.getTime();
    return time >= from && time <= to && !isSwitchedOff(company, received.item, time, now);
  });
}

function isSwitchedOff({ switchedOff }: Company, item: Item, at: number, now: Date): boolean {
  if (!switchedOff || switchedOff.item.kind !== item.kind || switchedOff.item.id !== item.id) return false;
  return at > daysBefore(now, switchedOff.for).getTime();
}

type People = [Person, ...Person[]];

/** The people who had an account that was not blocked, `days` days ago. */
function activePeople(company: Company, days: number): People {
  const active = company.people.filter(
    ({ since = Infinity, blocked = 0 }) => days < since && days > blocked - 1,
  );
  const [first = company.people[0], ...others] = active;
  return [first, ...others];
}

function randomCount(mean: number, random: Random): number {
  const about = mean * random.between(0.65, 1.35);
  return Math.floor(about) + (random.chance(about % 1) ? 1 : 0);
}

function pickPerson(company: Company, people: People, random: Random): { person: Person; site: Site } {
  const person = random.weighted(people);
  const site = random.chance(0.85) ? company.sites[person.site] : random.pick(company.sites);
  return { person, site: site ?? company.sites[0] };
}

function clusterPresses(
  company: Company,
  cluster: Cluster,
  people: People,
  dayStart: number,
  random: Random,
) {
  const site = company.sites[cluster.site] ?? company.sites[0];
  const [first = people[0], ...others] = people.filter((person) => person.site === cluster.site);
  return Array.from({ length: cluster.count }, () => ({
    person: random.weighted([first, ...others]),
    site,
    at: dayStart + cluster.hour * HOUR + random.between(0, cluster.minutes) * MINUTE,
    item: random.chance(0.68) ? cluster.item : random.weighted(company.mix).item,
  }));
}

function createReceived(
  texts: Texts,
  site: Site,
  receivedAt: number,
  item: Item,
  random: Random,
): ReceivedSubmission {
  // Some areas have no reception: the phone sends the submission when it is online again.
  const delay = random.chance(0.03) ? random.between(2, 95) * MINUTE : random.between(250, 2500);
  const pressed = receivedAt - Math.round(delay);
  return {
    item,
    client_id: random.uuid(),
    location: random.chance(0.08) ? null : randomLocation(site, pressed, random),
    pressed_at: new Date(pressed).toISOString(),
    ...(item.kind === 'form' ? formFields(texts, site, item.id, random) : {}),
  };
}

const METERS_PER_DEGREE = 111_320;

/** A random location on the site, more often near the center than near the edge. */
function randomLocation(site: Site, pressed: number, random: Random) {
  const distance = site.radius * random.next();
  const direction = random.between(0, 2 * Math.PI);
  const north = (distance * Math.cos(direction)) / METERS_PER_DEGREE;
  const east = (distance * Math.sin(direction)) / (METERS_PER_DEGREE * Math.cos((site.lat * Math.PI) / 180));
  return {
    lat: Number((site.lat + north).toFixed(6)),
    lng: Number((site.lng + east).toFixed(6)),
    accuracy: Number((4 + 50 * random.next() ** 3).toFixed(1)),
    at: new Date(pressed - random.integer(0, 8000)).toISOString(),
  };
}

type Texts = {
  questions: () => string;
  products: () => FormRequest;
  consultations: () => FormRequest;
  companyNames: Company['companyNames'];
};

function formFields(texts: Texts, site: Site, form: FormId, random: Random) {
  const company = random.chance(0.06) ? '' : random.pick(texts.companyNames);
  const fill = (message: string) => message.replaceAll('<area>', () => random.pick(site.areas));
  if (form === 1) return { company, message: fill(texts.questions()) };
  const { type, message } = form === 3 ? texts.products() : texts.consultations();
  return { company, type, message: fill(message) };
}

/** Returns each item once, in random order, before any item is repeated. */
function shuffled<T>(items: readonly [T, ...T[]], random: Random): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...items];
    const [item = items[0]] = left.splice(random.integer(0, left.length - 1), 1);
    return item;
  };
}
