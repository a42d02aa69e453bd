import type { FormId, Item } from '@callpoint/contract/catalogue';
import type { Received } from '../src/features/phone/plan-submission.ts';
import { daysBefore, DAYS, HOUR, MINUTE, midnight, weekday } from './days.ts';
import type { Cluster, Firm, Person, Request, Site } from './firm.ts';
import type { Random } from './random.ts';

/** What one person's phone sent, and when it arrived. */
export type Press = { firm: Firm; person: Person; at: Date; received: Received };

/** The newest press is at least this old, so that its messages have had time to go out. */
const SETTLED = 5 * MINUTE;

/** Three months of a firm's submissions, in no particular order. The same for the same `random` and `now`. */
export function pressesOf(firm: Firm, random: Random, now: Date): Press[] {
  const made: Press[] = [];
  const texts = {
    questions: dealt(firm.questions, random),
    products: dealt(firm.products, random),
    consultations: dealt(firm.consultations, random),
    companies: firm.companies,
  };
  const add = (person: Person, site: Site, at: number, item: Item) =>
    made.push({ firm, person, at: new Date(at), received: receive(texts, site, at, item, random) });

  for (let days = DAYS; days >= 0; days -= 1) {
    const begins = midnight(now, firm.utcOffset, days);
    const here = peopleOn(firm, days);
    const weight = firm.week[weekday(begins, firm.utcOffset)] ?? 0;
    for (let count = countOf(firm.perDay * weight, random); count > 0; count -= 1) {
      const { person, site } = somebody(firm, here, random);
      const shift = random.weighed(firm.shifts);
      const at = begins + (shift.from + shift.hours * random.next()) * HOUR;
      add(person, site, at, random.weighed(firm.mix).item);
    }
    for (const cluster of firm.clusters.filter(({ daysAgo }) => daysAgo === days)) {
      for (const { person, site, at, item } of clustered(firm, cluster, here, begins, random)) {
        add(person, site, at, item);
      }
    }
  }
  const from = daysBefore(now, DAYS).getTime();
  const to = Math.min(now.getTime() - SETTLED, daysBefore(now, firm.silentFor).getTime());
  return made.filter(({ at, received }) => {
    const time = at.getTime();
    return time >= from && time <= to && !isSwitchedOff(firm, received.item, time, now);
  });
}

function isSwitchedOff({ switchedOff }: Firm, item: Item, at: number, now: Date): boolean {
  if (!switchedOff || switchedOff.item.kind !== item.kind || switchedOff.item.id !== item.id) return false;
  return at > daysBefore(now, switchedOff.for).getTime();
}

type Here = [Person, ...Person[]];

/** Who has an account, and is not blocked, so many days ago. */
function peopleOn({ people }: Firm, days: number): Here {
  const here = people.filter(({ since = Infinity, blocked = 0 }) => days < since && days > blocked - 1);
  const [first = people[0], ...others] = here;
  return [first, ...others];
}

function countOf(mean: number, random: Random): number {
  const about = mean * random.between(0.65, 1.35);
  return Math.floor(about) + (random.chance(about % 1) ? 1 : 0);
}

function somebody(firm: Firm, here: Here, random: Random): { person: Person; site: Site } {
  const person = random.weighed(here);
  const site = random.chance(0.85) ? firm.sites[person.site] : random.pick(firm.sites);
  return { person, site: site ?? firm.sites[0] };
}

function clustered(firm: Firm, cluster: Cluster, here: Here, begins: number, random: Random) {
  const site = firm.sites[cluster.site] ?? firm.sites[0];
  const [first = here[0], ...others] = here.filter((person) => person.site === cluster.site);
  return Array.from({ length: cluster.count }, () => ({
    person: random.weighed([first, ...others]),
    site,
    at: begins + cluster.hour * HOUR + random.between(0, cluster.minutes) * MINUTE,
    item: random.chance(0.68) ? cluster.item : random.weighed(firm.mix).item,
  }));
}

function receive(texts: Texts, site: Site, arrived: number, item: Item, random: Random): Received {
  // Some places have no reception: the phone sends what was pressed when it has some again.
  const late = random.chance(0.03) ? random.between(2, 95) * MINUTE : random.between(250, 2500);
  const pressed = arrived - Math.round(late);
  return {
    item,
    client_id: random.uuid(),
    location: random.chance(0.08) ? null : place(site, pressed, random),
    pressed_at: new Date(pressed).toISOString(),
    ...(item.kind === 'form' ? written(texts, site, item.id, random) : {}),
  };
}

const METRES_PER_DEGREE = 111_320;

/** A place on the site, more often near its middle than at its edge. */
function place(site: Site, pressed: number, random: Random) {
  const distance = site.radius * random.next();
  const direction = random.between(0, 2 * Math.PI);
  const north = (distance * Math.cos(direction)) / METRES_PER_DEGREE;
  const east = (distance * Math.sin(direction)) / (METRES_PER_DEGREE * Math.cos((site.lat * Math.PI) / 180));
  return {
    lat: Number((site.lat + north).toFixed(6)),
    lng: Number((site.lng + east).toFixed(6)),
    accuracy: Number((4 + 50 * random.next() ** 3).toFixed(1)),
    at: new Date(pressed - random.whole(0, 8000)).toISOString(),
  };
}

type Texts = {
  questions: () => string;
  products: () => Request;
  consultations: () => Request;
  companies: Firm['companies'];
};

function written(texts: Texts, site: Site, form: FormId, random: Random) {
  const company = random.chance(0.06) ? '' : random.pick(texts.companies);
  const fill = (message: string) => message.replaceAll('<area>', () => random.pick(site.areas));
  if (form === 1) return { company, message: fill(texts.questions()) };
  const { type, message } = form === 3 ? texts.products() : texts.consultations();
  return { company, type, message: fill(message) };
}

/** Deals each item once before any comes again. */
function dealt<T>(items: readonly [T, ...T[]], random: Random): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...items];
    const [item = items[0]] = left.splice(random.whole(0, left.length - 1), 1);
    return item;
  };
}
