import { both, type Layers } from './layers.ts';

/** The layers that the calls and the start of the server may use. */
const services = [
  'planning',
  'images',
  'payments',
  'payments/stop-notices',
  'payments/subscriptions',
  'payments/invoices',
  'payments/overdue',
  'payments/provider',
  'incidents',
  'incidents/escalation',
  'incidents/answers',
  'incidents/timeline',
  'check-ins',
  'delivery/watchdog',
  'delivery/worker',
  'delivery/queue',
] as const;
const core = [
  'sending-limits',
  'delivery/suppression',
  'delivery/channels',
  'events',
  'db',
  'config',
] as const;

export const serverLayers: Layers = {
  main: {
    uses: [
      'app',
      'metrics',
      'doctor',
      'transfer',
      'features',
      'http',
      ...services,
      ...core,
      'scheduling',
      'tracing',
    ],
    ours: both,
  },
  app: { uses: ['features', 'http', ...services, ...core, 'scheduling', 'tracing'], ours: both },
  features: { uses: ['http', ...services, ...core, 'scheduling'], ours: both },
  metrics: {
    uses: ['http', 'delivery/queue', 'delivery/channels', 'db', 'config', 'scheduling'],
    ours: ['contract'],
  },
  doctor: {
    uses: ['images', 'delivery/channels', 'events', 'db', 'config', 'scheduling'],
    ours: ['contract'],
  },
  transfer: {
    uses: [
      'images',
      'payments/overdue',
      'incidents/escalation',
      'delivery/watchdog',
      'delivery/channels',
      'db',
      'config',
      'scheduling',
    ],
    ours: ['contract'],
  },
  http: { uses: ['db', 'config', 'scheduling', 'tracing'], ours: ['contract'] },
  images: { uses: ['db', 'config', 'scheduling'], ours: ['contract'] },
  payments: {
    uses: [
      'payments/subscriptions',
      'payments/invoices',
      'payments/overdue',
      'payments/provider',
      'db',
      'scheduling',
    ],
    ours: ['contract'],
  },
  'payments/stop-notices': {
    uses: ['payments/subscriptions', 'payments/overdue', 'payments/provider', 'db', 'scheduling'],
    ours: ['contract'],
  },
  'payments/subscriptions': {
    uses: ['payments/invoices', 'payments/overdue', 'payments/provider', 'db', 'scheduling'],
    ours: ['contract'],
  },
  'payments/invoices': { uses: ['payments/provider', 'db', 'scheduling'], ours: ['contract'] },
  'payments/overdue': { uses: ['db', 'scheduling'], ours: ['contract'] },
  'payments/provider': { uses: ['db', 'config'], ours: ['contract'] },
  'incidents/escalation': {
    uses: [
      'incidents',
      'planning',
      'delivery/queue',
      'delivery/suppression',
      'delivery/channels',
      'events',
      'db',
      'scheduling',
      'tracing',
    ],
    ours: both,
  },
  'incidents/answers': {
    uses: ['incidents', 'planning', 'delivery/queue', 'delivery/channels', 'events', 'db'],
    ours: both,
  },
  incidents: {
    uses: ['incidents/timeline', 'planning', 'delivery/queue', 'delivery/channels', 'db', 'scheduling'],
    ours: both,
  },
  'incidents/timeline': { uses: [], ours: ['contract'] },
  'check-ins': { uses: ['delivery/channels', 'db', 'scheduling'], ours: ['contract'] },
  planning: { uses: ['sending-limits', 'delivery/suppression', 'db'], ours: both },
  'delivery/watchdog': { uses: ['delivery/queue', ...core, 'scheduling'], ours: both },
  'delivery/worker': { uses: ['delivery/queue', ...core, 'scheduling', 'tracing'], ours: both },
  'delivery/queue': { uses: core, ours: both },
  'sending-limits': { uses: ['db'], ours: both },
  'delivery/suppression': { uses: ['db'], ours: both },
  'delivery/channels': { uses: ['db', 'config'], ours: both },
  events: { uses: ['db', 'config', 'scheduling'], ours: ['contract'] },
  // The same rules parse telephone numbers everywhere: in the server's settings, and in migrations that convert rows.
  db: { uses: ['config', 'scheduling', 'tracing'], ours: both },
  config: { uses: [], ours: both },
  // All code of the process shares the event loop, so slow work waits in fair order.
  scheduling: { uses: ['tracing'], ours: [] },
  // Any layer may be part of a trace.
  tracing: { uses: [], ours: [] },
};

/** Layers that only the entry points import, so that no feature can get the connection from them. */
export const commandLayers: readonly string[] = ['transfer'];
