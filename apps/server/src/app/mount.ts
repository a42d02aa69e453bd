import type { Base } from '@callpoint/contract/bases';
import type { App } from '../http/api/schemas.ts';

/** Without a name, fastify searches all loaded modules for the name of a plugin. */
const PLUGIN_NAME = Symbol.for('fastify.display-name');

/** Mounts features on a service base, webhooks of providers, or pages without a base. */
export async function mount(
  app: App,
  prefix: Base | '/hooks' | '',
  features: (base: App) => void | Promise<void>,
): Promise<void> {
  const plugin = async (base: App) => features(base);
  await app.register(Object.assign(plugin, { [PLUGIN_NAME]: `features of ${prefix}` }), { prefix });
}
