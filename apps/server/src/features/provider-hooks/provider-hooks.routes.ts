import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { failure } from '@callpoint/contract/errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { HookCall, IncidentAnswers, ProviderHook } from '../../delivery/channels/provider-hook.ts';
import { recordReceipt } from '../../delivery/queue/delivery-receipts.ts';
import type { StateChange } from '../../delivery/queue/reclaim.ts';
import { replyKeyword, recordReply } from '../../delivery/suppression/sms-replies.ts';
import { CallError } from '../../http/errors/call-error.ts';
import { formBodiesOnly, type FormFields } from '../../http/bodies/form-bodies.ts';
import type { App } from '../../http/api/schemas.ts';

export type ProviderHookNeeds = {
  platform: PlatformDb;
  channel: Channel;
  hooks: readonly ProviderHook[];
  /** The public URL of this server, which is part of what providers sign. */
  publicUrl: () => string;
  /** Called with the messages whose state a receipt has changed. */
  onChange: (changed: readonly StateChange[]) => void;
  /** Records the answers of recipients to incidents. */
  answers: IncidentAnswers;
};

/** Minimum milliseconds between two log lines about unsigned calls; each has their number. */
const REPORT_EVERY = 60_000;

const form = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** Calls of a channel's provider: delivery receipts and replies of recipients. Calls without its signature are rejected. */
export function providerHookRoutes(
  app: App,
  { platform, channel, hooks, publicUrl, onChange, answers }: ProviderHookNeeds,
): void {
  formBodiesOnly(app);
  const schema = { body: form, response: { 200: z.string(), '4xx': failure } };
  const provider = `the ${CHANNEL[channel].label} provider`;

  let rejected = 0;
  let reportedAt = -Infinity;
  function reportRejection({ log, ip }: FastifyRequest): void {
    rejected += 1;
    const now = performance.now();
    if (now - reportedAt < REPORT_EVERY) return;
    log.warn({ rejected, address: ip }, `calls that ${provider} has not signed were rejected`);
    [rejected, reportedAt] = [0, now];
  }

  const callOf = (request: FastifyRequest): HookCall => ({
    url: publicUrl() + request.originalUrl,
    headers: request.headers,
    query: request.query as FormFields,
    body: request.body as FormFields,
  });

  for (const { path, isSigned, contentType, handle } of hooks) {
    const requireSignature = async (request: FastifyRequest) => {
      if (isSigned(callOf(request))) return;
      reportRejection(request);
      throw new CallError(403, `This call is not signed by ${provider}.`);
    };
    const route = { config: { access: 'public' as const }, schema, preHandler: requireSignature };
    app.post(path, route, async (request, reply) => {
      const response = await handle(callOf(request), {
        async recordReceipt(receipt) {
          const changed = await recordReceipt(platform, { ...receipt, channel });
          if (changed) onChange([changed]);
        },
        recordReply: (received) => recordReply(platform, received),
        keywordOf: replyKeyword,
        answerMessage: (answer) => answers.answerMessage(answer),
        isDrill: (message) => answers.isDrill(message),
        answerByNumber: (answer) => answers.answerByNumber(answer),
        explainByNumber: (received) => answers.explainByNumber(received),
      });
      void reply.type(contentType);
      return response;
    });
  }
}
