import type { IncidentFile } from '../../../../incidents/timeline/export-chain.ts';
import { createPdf } from './incident-pdf.ts';

/** The code of the thread that writes documents; see pdf-threads.ts. @public The thread pool loads it by its file name. */
export default async function write(file: IncidentFile): Promise<Uint8Array> {
  return await createPdf(file);
}
