import { serveBaseline } from '../support/baseline-server.ts';

/** node:http only. */

serveBaseline(() => ({ ok: true }));
