type Data = Readonly<Record<string, unknown>>;

/** An exported event in words. `at`: writes a moment. */
export function eventText({ kind, actor, data }: Data, at: (moment: unknown) => string): string {
  const who = nameOf(parse(actor));
  const values = (parse(data) ?? {}) as Data;
  const by = who ? ` by ${who}` : '';
  switch (kind) {
    case 'opened':
      return values['check_in'] === true
        ? 'A check-in was not answered, so the server raised the emergency.'
        : 'The button was pressed.';
    case 'step':
      return `Step ${word(values['run'])} started (${word(values['reason'])}): ${word(values['messages'])} messages, ${word(values['skipped'])} skipped.`;
    case 'answered':
      return values['answer'] === 'have'
        ? `${values['is_offer'] === true ? 'Help was offered' : 'Acknowledged'}${by}${values['eta_minutes'] ? `, there in ${word(values['eta_minutes'])} minutes` : ''}.`
        : `${who || 'Someone'} can't help.`;
    case 'progressed':
      return `${word(values['state']).replaceAll('_', ' ')}${by}.`;
    case 'note':
      return `Note${by}: ${word(values['text'])}`;
    case 'safe':
      return `The person reported that they are safe.${'received_at' in values ? ` The report was delayed: received on ${at(values['received_at'])}.` : ''} ${word(values['reason'])}`;
    case 'moved':
      return `New location: ${locationText(values['location'])}`;
    case 'unanswered':
      return 'No step was left, and no one had it.';
    case 'closed':
      return `Closed${by}: ${word(values['outcome']).replaceAll('_', ' ')}. ${word(values['note'])}`;
    default:
      return `${word(kind)}${by}`;
  }
}

/** A responder by name, with how they answered. */
export function nameOf(responder: unknown): string {
  const { name, via, role } = (responder ?? {}) as Data;
  return word(name) && `${word(name)} (${[role, via].map(word).filter(Boolean).join(', ')})`;
}

export function locationText(location: unknown): string {
  const { lat, lng, accuracy } = (location ?? {}) as Data;
  if (typeof lat !== 'number' || typeof lng !== 'number') return 'unknown';
  const within = typeof accuracy === 'number' ? `, within ${Math.round(accuracy)} m` : '';
  return `${lat}, ${lng}${within}`;
}

function parse(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : null;
}

function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
