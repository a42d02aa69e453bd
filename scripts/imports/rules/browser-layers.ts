import { both, type Layers } from './layers.ts';

const looks = ['table', 'form', 'page', 'overlay', 'states', 'display'] as const;
const state = ['list', 'live', 'net', 'session', 'device', 'store', 'links', 'texts'] as const;

/** The layers of the console. */
export const consoleLayers: Layers = {
  main: { uses: ['app', ...looks, ...state], ours: both },
  app: { uses: ['features', ...looks, ...state], ours: both },
  features: { uses: [...looks, ...state], ours: both },
  table: {
    uses: ['overlay', 'states', 'display', 'list', 'net', 'session', 'store', 'links', 'texts'],
    ours: ['contract'],
  },
  form: { uses: ['overlay', 'states', 'display', 'net', 'session', 'store', 'links', 'texts'], ours: both },
  page: { uses: ['states', 'store', 'links', 'texts'], ours: ['contract'] },
  overlay: { uses: ['states', 'store', 'links', 'texts'], ours: ['contract'] },
  states: { uses: ['net', 'store', 'links', 'texts'], ours: ['contract'] },
  display: { uses: ['net', 'store', 'links', 'texts'], ours: both },
  list: { uses: ['net', 'session', 'links', 'texts'], ours: both },
  live: { uses: ['net', 'session', 'store', 'texts'], ours: both },
  net: { uses: ['session', 'store', 'texts'], ours: both },
  session: { uses: ['links', 'store', 'texts'], ours: both },
  device: { uses: ['store', 'texts'], ours: both },
  store: { uses: [], ours: [] },
  // The types of links: `app/screens.ts` extends them with its list. The contract: which screens share a document.
  links: { uses: ['store'], ours: ['contract'] },
  texts: { uses: [], ours: both },
};

/** The layers of the phone app. Its service worker, an entry point, sends the outbox, too. */
export const phoneLayers: Layers = {
  main: {
    uses: [
      'app',
      'features',
      'display',
      'reports',
      'outbox',
      'device',
      'session',
      'net',
      'storage',
      'links',
      'texts',
      'store',
    ],
    ours: both,
  },
  app: {
    uses: [
      'features',
      'display',
      'reports',
      'outbox',
      'device',
      'session',
      'net',
      'storage',
      'links',
      'texts',
      'store',
    ],
    ours: both,
  },
  features: {
    uses: ['display', 'reports', 'outbox', 'device', 'session', 'net', 'storage', 'links', 'texts', 'store'],
    ours: both,
  },
  display: { uses: ['session', 'links', 'texts', 'store'], ours: both },
  reports: { uses: ['outbox', 'device', 'session', 'net', 'storage', 'store'], ours: ['contract'] },
  outbox: { uses: ['device', 'session', 'net', 'storage', 'store'], ours: both },
  device: { uses: ['session', 'store'], ours: ['contract'] },
  session: { uses: ['net', 'storage', 'store'], ours: ['contract'] },
  net: { uses: [], ours: ['contract'] },
  storage: { uses: [], ours: ['contract'] },
  links: { uses: ['store'], ours: [] },
  texts: { uses: [], ours: ['contract'] },
  store: { uses: [], ours: [] },
};
