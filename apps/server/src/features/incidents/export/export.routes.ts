import { incidentExportCalls } from '@callpoint/contract/incident-exports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../../../db/history/audit.ts';
import type { PlatformDb } from '../../../db/handles/platform.ts';
import { getAccountKey, type Admission } from '../../../http/admission/admission.ts';
import { getTenantDb } from '../../../http/auth/guard.ts';
import { notFound } from '../../../http/errors/call-error.ts';
import type { App } from '../../../http/api/schemas.ts';
import type { IncidentFile } from '../../../incidents/timeline/export-chain.ts';
import { createJson } from './incident-json.ts';
import { writeDocument } from './pdf/pdf-queue.ts';
import { readExport } from './read-export.ts';

type Dependencies = { platform: PlatformDb; admission: Admission };

/** The record of an incident as one file. */
export function incidentExportRoutes(app: App, { platform, admission }: Dependencies): void {
  /** Reads the file when the fair queue serves the caller, and audits the export. */
  async function send(
    request: FastifyRequest<{ Querystring: { id: number } }>,
    reply: FastifyReply,
    type: 'json' | 'pdf',
    contentOf: (file: IncidentFile) => Promise<Buffer>,
  ): Promise<never> {
    const tenant = getTenantDb(request);
    const { id } = request.query;
    const incident = await tenant.find('incident', id);
    if (!incident) throw notFound('The incident does not exist.');
    await recordAudit(tenant, {
      actor: tenant.actor,
      action: 'export',
      outcome: 'done',
      subject: 'incident',
      subjectId: id,
      teamId: incident.team_id,
      detail: type,
    });
    const file = await admission.run(request, () => readExport(tenant, platform, id, new Date()));
    if (!file) throw notFound('The incident does not exist.');
    const content = await contentOf(file);
    return reply
      .header('content-type', `application/${type}`)
      .header('content-disposition', `attachment; filename="incident-${id}.${type}"`)
      .header('cache-control', 'no-store')
      .send(content) as never;
  }

  app.handle(incidentExportCalls.json, (request, reply) => send(request, reply, 'json', createJson), {
    expensive: 'export',
  });
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  app.handle(
    incidentExportCalls.pdf,
    (request, reply) =>
      writeDocument(getAccountKey(request), reply, stopping.signal, (write) =>
        send(request, reply, 'pdf', write),
      ),
    { expensive: 'export' },
  );
}
