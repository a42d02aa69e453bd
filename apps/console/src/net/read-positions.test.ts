import { expect, test, vi } from 'vitest';
import { createReadPositions } from './read-positions.ts';

const at = (position: string) => new Response(null, { headers: { 'callpoint-event-position': position } });

test('the stream starts at the earliest read, in whatever order the responses arrive', () => {
  const positions = createReadPositions();
  expect(positions.earliest()).toBeNull();
  positions.note(new Response(null), 0);
  expect(positions.earliest()).toBeNull();
  positions.note(at('a.20.5'), 0);
  positions.note(at('a.7'), 0);
  positions.note(at('a.30'), 0);
  expect(positions.earliest()).toBe('a.7');
});

test('reads of several server processes have no common position', () => {
  const positions = createReadPositions();
  positions.note(at('a.20'), 0);
  positions.note(at('b.10'), 0);
  expect(positions.earliest()).toBeNull();
});

test('a read that was sent before the stream opened, and is older than its start, is reported', () => {
  const positions = createReadPositions();
  const onOlder = vi.fn<() => void>();
  positions.note(at('a.20'), 0);
  positions.opened(onOlder);
  positions.note(at('a.25'), 0);
  positions.note(at('a.10'), performance.now() + 1000);
  expect(onOlder).not.toHaveBeenCalled();
  positions.note(at('a.10'), 0);
  positions.note(at('b.30'), 0);
  expect(onOlder).toHaveBeenCalledTimes(2);
});
