import { z } from 'zod';
import { BUTTON_LABELS, EMERGENCY_BUTTON_ID, type ButtonId } from './catalog.ts';
import { escalationPolicy, orderIssues, voiceRules } from './escalation.ts';

/** All problems of a saved escalation policy or of the voice rules: each states what is wrong, and where. */

export function policyProblems(buttonId: ButtonId, value: string): string[] {
  const parsed = parse(value);
  if (parsed === undefined) return ['must be an escalation policy as JSON'];
  const result = escalationPolicy.safeParse(parsed);
  const problems = problemsOf(result.error?.issues ?? [], policyPlace);
  if (!result.success) {
    // The schema checks the order only if all else is valid.
    const order = orderIssues(orderOf.safeParse(parsed).data ?? NO_ORDER);
    problems.push(...problemsOf(order, policyPlace).filter((problem) => !problems.includes(problem)));
  }
  if (buttonId === EMERGENCY_BUTTON_ID && result.data?.needs_answer === false) {
    problems.push(`${BUTTON_LABELS[buttonId]} always needs an answer. This cannot be turned off.`);
  }
  return problems;
}

export function voiceRulesProblems(value: string): string[] {
  const parsed = parse(value);
  if (parsed === undefined) return ['must be voice rules as JSON'];
  return problemsOf(voiceRules.safeParse(parsed).error?.issues ?? [], voiceRulesPlace);
}

const orderOf = z.object({
  steps: z.array(z.object({ after: z.number() })),
  repeat: z.object({ times: z.number(), every: z.number() }),
});
const NO_ORDER = { steps: [], repeat: { times: 0, every: 0 } };

function parse(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

type Path = readonly PropertyKey[];
type Issue = { path: Path; message: string; keys?: readonly string[] };

function problemsOf(issues: readonly Issue[], placeOf: (path: Path) => string): string[] {
  return issues.map((issue) => {
    const place = placeOf(issue.path);
    const message = messageOf(issue);
    return place === '' ? message : `${place}: ${message}`;
  });
}

/** Messages of ours start with a verb. */
function messageOf({ message, keys }: Issue): string {
  if (keys) return `has an unknown field: ${keys.join(', ')}`;
  return /^\p{Ll}/u.test(message) ? message : 'is missing, or not a valid value';
}

function policyPlace([field, index, part, row, of]: Path): string {
  if (field !== 'steps') return POLICY_FIELDS.get(field) ?? '';
  if (typeof index !== 'number') return 'Steps';
  const step = `Step ${index + 1}`;
  if (part !== 'to' || typeof row !== 'number') return step;
  return [step, `recipient ${row + 1}`, ...(of === undefined ? [] : [String(of)])].join(', ');
}

const POLICY_FIELDS: ReadonlyMap<PropertyKey | undefined, string> = new Map([
  ['repeat', 'Repeats'],
  ['procedure', 'Procedure'],
  ['needs_answer', 'Needs an answer'],
]);

function voiceRulesPlace([field, index]: Path): string {
  if (field === 'agreed' && typeof index === 'number') return `Number ${index + 1}`;
  return RULES_FIELDS.get(field) ?? '';
}

const RULES_FIELDS: ReadonlyMap<PropertyKey | undefined, string> = new Map([
  ['quiet_from', 'Start of the quiet hours'],
  ['quiet_until', 'End of the quiet hours'],
  ['agreed', 'Numbers'],
]);
