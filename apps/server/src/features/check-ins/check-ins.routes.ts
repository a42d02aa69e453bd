import { EMERGENCY_BUTTON_ID, getDashboardSlot, itemLabel, type Item } from '@callpoint/contract/catalog';
import { CHECK_IN_LIMITS, checkInCalls, type CheckIn } from '@callpoint/contract/check-ins';
import { CHECK_IN_RAISED } from '@callpoint/contract/error-codes';
import { modeKey } from '@callpoint/contract/setting-keys';
import type { FastifyRequest } from 'fastify';
import type { PlatformDb } from '../../db/handles/platform.ts';
import { Quota, useQuotas } from '../../http/admission/quota.ts';
import { getCaller } from '../../http/auth/guard.ts';
import { badInput, CallError, conflict, notFound } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import { readItemSettings } from '../../planning/item-settings.ts';
import { HOUR } from '../../scheduling/durations.ts';
import {
  confirmCheckIn,
  endCheckIn,
  findCheckIn,
  readCheckIn,
  startCheckIn,
  type Change,
  type Owner,
} from './check-ins.repository.ts';

const EMERGENCY: Item = { kind: 'button', id: EMERGENCY_BUTTON_ID };

/** Check-ins that one person may start; answers and ends have no limit. The phone sends a rejected start again. */
const STARTS_A_MINUTE = 10;

type Times = { every_minutes: number; grace_minutes: number; until: string };

/** Check-ins of app users, on the phone base. */
export function checkInRoutes(app: App, { platform }: { platform: PlatformDb }): void {
  const starts = new Quota(STARTS_A_MINUTE);

  app.handle(checkInCalls.current, async (request) => ({
    ok: true as const,
    data: await readCheckIn(platform, ownerOf(request)),
  }));

  app.handle(checkInCalls.start, async (request) => {
    const owner = ownerOf(request);
    const earlier = await findCheckIn(platform, owner, request.body.client_id);
    if (earlier) return ok(earlier);
    useQuotas(
      [[starts, String(owner.id)]],
      'You started many check-ins. This one is not started yet: wait a moment, then start it again.',
    );
    const now = new Date();
    requirePossibleTimes(request.body, now);
    await requireEmergencyButton(platform, owner);
    const started = await startCheckIn(platform, owner, request.body, now);
    if (!started) throw conflict('Another check-in is active.', 'client_id');
    return ok(started);
  });

  app.handle(checkInCalls.confirm, async (request) => {
    const { client_id, location, answered_seconds_ago: ago = 0 } = request.body;
    const answer = { location: location ?? null, answeredAt: new Date(Date.now() - ago * 1000) };
    const change = await confirmCheckIn(platform, ownerOf(request), client_id, answer);
    const { isChanged, checkIn } = requireNotRaised(change);
    if (!isChanged) throw conflict('This check-in has ended.', 'client_id');
    return ok(checkIn);
  });

  app.handle(checkInCalls.end, async (request) => {
    const change = await endCheckIn(platform, ownerOf(request), request.body.client_id);
    // The response to the first call may have been lost.
    return ok(requireNotRaised(change).checkIn);
  });
}

/** Not part of the body's schema: a start that was accepted before is accepted again, whatever the time is. */
function requirePossibleTimes({ every_minutes: every, grace_minutes: grace, until }: Times, now: Date): void {
  const left = Date.parse(until) - now.getTime();
  const problems = [];
  if (grace > every) {
    // Otherwise the emergency would be raised after the next check is due.
    const msg = `Grace minutes must be at most ${every}, like every minutes: the time to answer can’t be longer than the time between two check-ins.`;
    problems.push({ msg, field: 'grace_minutes' });
  }
  if (left <= 0) problems.push({ msg: 'Until must be in the future.', field: 'until' });
  if (left > CHECK_IN_LIMITS.hours * HOUR) {
    const msg = `Until must be at most ${CHECK_IN_LIMITS.hours} hours from now.`;
    problems.push({ msg, field: 'until' });
  }
  if (problems.length > 0) throw badInput(problems);
}

async function requireEmergencyButton(platform: PlatformDb, { teamId }: Owner): Promise<void> {
  const { team } = await readItemSettings(platform, teamId, EMERGENCY);
  if (team.get(modeKey(getDashboardSlot(EMERGENCY))) === 'yes') return;
  throw conflict(`${itemLabel(EMERGENCY)} is turned off for your organization.`, 'client_id');
}

function requireNotRaised(change: Change | null): Change {
  if (!change) throw notFound('The check-in does not exist.', 'client_id');
  if (change.checkIn.state !== 'raised') return change;
  const msg = `No one answered in time, so ${itemLabel(EMERGENCY)} was sent.`;
  throw new CallError(409, msg, [{ msg, field: 'client_id' }], null, CHECK_IN_RAISED);
}

function ok(data: CheckIn) {
  return { ok: true as const, data };
}

function ownerOf(request: FastifyRequest): Owner {
  const caller = getCaller(request);
  if (caller.role !== 'app_user') throw new Error('the phone base is for app users');
  return caller;
}
