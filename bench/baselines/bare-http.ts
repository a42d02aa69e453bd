import { serveBaseline } from '../support/baseline/baseline-server.ts';

/** node:http only. */

serveBaseline(() => ({ ok: true }));
