import { startPostgres } from '../postgres.ts';

/** Vitest on its own (`vitest run`): a PostgreSQL for this run, unless `npm test` has started one already. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_POSTGRES_URL']) return undefined;
  const server = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = server.url;
  return async () => {
    delete process.env['TEST_POSTGRES_URL'];
    await server.stop();
  };
}
