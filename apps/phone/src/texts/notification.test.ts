import { expect, test } from 'vitest';
import { answeredNotification } from './notification.ts';

const ETA = new Date(2026, 10, 25, 10, 45).toISOString();
const MARIA = { owner: 'Maria Ortiz', eta_at: ETA, is_drill: false, continues: false };

test('the person reads who has it and when they arrive', () => {
  const { title, body } = answeredNotification(MARIA, 'en-US');
  expect(title).toBe('Maria Ortiz has it');
  expect(body.replaceAll(/\s/g, ' ')).toBe('Arriving about 10:45 AM');
  expect(answeredNotification({ ...MARIA, eta_at: null }, 'en-US').body).toBe('');
  expect(answeredNotification(MARIA, 'es-MX').title).toBe('Maria Ortiz se encarga');
});

test('the person reads that no one has it any longer, and that it is a drill', () => {
  const given = { owner: null, eta_at: null, is_drill: true, continues: true };
  expect(answeredNotification(given, 'en-US')).toEqual({
    title: 'DRILL: No one has it now',
    body: 'We keep notifying people.',
  });
  const spanish = { title: 'SIMULACRO: Ahora nadie se encarga', body: 'Seguimos avisando.' };
  expect(answeredNotification(given, 'es')).toEqual(spanish);
});

test('after the last step of a drill, the person does not read that others are notified', () => {
  const given = { owner: null, eta_at: null, is_drill: true, continues: false };
  for (const locale of ['en-US', 'es']) expect(answeredNotification(given, locale).body).toBe('');
});
