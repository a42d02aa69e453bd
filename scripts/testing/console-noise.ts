import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

/**
 * A test fails if it prints unexpected output, because warnings that no one reads hide faults.
 * A test that expects output captures it with `vi.spyOn(console, 'warn').mockImplementation(...)`.
 */
const printed: string[] = [];

for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const) {
  console[level] = (...values: unknown[]) => {
    printed.push(`console.${level}: ${format(...values)}`);
  };
}

function failOnNoise(): void {
  const lines = printed.splice(0);
  if (lines.length > 0) throw new Error(`unexpected console output:\n${lines.join('\n')}`);
}

afterEach(failOnNoise);
afterAll(failOnNoise);
