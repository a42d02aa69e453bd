import { incidentExportCalls } from '@callpoint/contract/incident-exports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../../../db/history/audit.ts';
import type { TenantDb } from '../../../db/handles/tenant.ts';
import { getAccountKey, type Admission } from '../../../http/admission/admission.ts';
import { getTenantDb } from '../../../http/auth/guard.ts';
import { notFound } from '../../../http/errors/call-error.ts';
import type { App } from '../../../http/api/schemas.ts';
import type { IncidentFile } from '../../../incidents/timeline/export-chain.ts';
import { createJson } from './incident-json.ts';
import { writeDocument } from './pdf/pdf-queue.ts';
import { readExport } from './read-export.ts';

/** The record of an incident as one file. */
export function incidentExportRoutes(app: App, { admission }: { admission: Admission }): void {
  /** Audits the export, and sends what `read` returns of the incident. */
  async function send(
    request: FastifyRequest<{ Querystring: { id: number } }>,
    reply: FastifyReply,
    type: 'json' | 'pdf',
    read: (tenant: TenantDb, id: number) => Promise<Buffer | null>,
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
    const content = await read(tenant, id);
    if (!content) throw notFound('The incident does not exist.');
    return reply
      .header('content-type', `application/${type}`)
      .header('content-disposition', `attachment; filename="incident-${id}.${type}"`)
      .header('cache-control', 'no-store')
      .send(content) as never;
  }

  app.handle(
    incidentExportCalls.json,
    (request, reply) =>
      send(request, reply, 'json', (tenant, id) =>
        admission.run(request, async () => {
          const file = await readFile(tenant, id);
          return file && (await createJson(file));
        }),
      ),
    { expensive: 'export' },
  );
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  app.handle(
    incidentExportCalls.pdf,
    (request, reply) =>
      writeDocument(getAccountKey(request), reply, stopping.signal, (signal, write) =>
        send(request, reply, 'pdf', async (tenant, id) => {
          const read = () => readFile(tenant, id, signal);
          const file = await admission.run(request, read, signal);
          return file && (await write(file));
        }),
      ),
    { expensive: 'export' },
  );
}

/** Reads the record, on a replica if there is one that has all changes. */
function readFile(tenant: TenantDb, id: number, signal?: AbortSignal): Promise<IncidentFile | null> {
  return tenant.readFromReplica((replica, { platform }) =>
    readExport(replica, platform, id, new Date(), signal),
  );
}
