import { isVariable, parseTemplate, templateProblems } from '@callpoint/alerts/templates/variables';
import type { Variable } from '@callpoint/contract/catalog';
import type { Channel } from '@callpoint/contract/channels/channels';
import type { TemplateMark } from '../../../form/template/template-mark.ts';

/**
 * The position of each variable in a text, with its problem if it is not allowed. An unclosed variable has no mark, because
 * the person may still be typing it: it is checked when the person leaves the field.
 */
export function validateTemplate(
  text: string,
  allowed: readonly Variable[],
  channel: Channel | null,
): readonly TemplateMark[] {
  const marks: TemplateMark[] = [];
  let from = 0;
  for (const part of parseTemplate(text)) {
    const to = from + part.raw.length;
    if (part.type === 'variable') {
      const isRight = isVariable(part.name) && allowed.includes(part.name);
      const problem = isRight ? null : (templateProblems(part.raw, allowed, channel)[0] ?? null);
      marks.push({ from, to, problem });
    }
    from = to;
  }
  return marks;
}
