/**
 * Texts with the same time and the same link for every press. A preview has the time of the preview and the link of an
 * example, which is as long as that of a press.
 */
export function withoutPress<Plan>(plan: Plan): Plan {
  const text = JSON.stringify(plan)
    .replaceAll(/\/app\/r\/[\w-]{0,23}/g, '/app/r/KEY')
    .replaceAll(/https?:[^\s"\\]+\/respond\/[\w-]{22}/g, '{{RESPOND_LINK}}')
    .replaceAll(/\w{3} \d+, \d{4}, \d+:\d\d [AP]M UTC/g, 'TIME');
  return JSON.parse(text) as Plan;
}
