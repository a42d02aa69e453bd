import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { networkOf } from './network.ts';

/** Sign-in and account calls of one network address, a minute. Presses are not limited here: they are never shed. */
const ACCOUNT_CALLS_A_MINUTE = 300;

/** Headers that keep a browser from doing with our pages what they don't do themselves. */
export async function securityHeaders(app: FastifyInstance, imageOrigins: readonly string[]): Promise<void> {
  const headers = await headersOfHelmet(imageOrigins);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Helmet works its headers out anew for each answer, which costs as much as routing it; ours are always the same. */
async function headersOfHelmet(imageOrigins: readonly string[]) {
  const scratch = Fastify();
  await scratch.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Pictures of the subscriber's forms are wherever the phone put them.
        imgSrc: ["'self'", 'data:', 'https:', ...imageOrigins],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The component library sets styles on elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    // A reverse proxy in front decides about HTTPS.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  const plain = Fastify();
  const [withHelmet, without] = await Promise.all(
    [scratch, plain].map(async (one) => {
      const { headers } = await one.get('/', (_request, reply) => reply.send()).inject('/');
      await one.close();
      return headers;
    }),
  );
  return Object.fromEntries(
    Object.entries(withHelmet ?? {}).filter(([name]) => !Object.hasOwn(without ?? {}, name)),
  );
}

/** Limits how often one network may call the routes that are mounted on `app`. */
export async function limitAccountCalls(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    max: ACCOUNT_CALLS_A_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => networkOf(request.ip),
  });
}
