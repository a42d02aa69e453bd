import type { SmsCountries } from '@callpoint/alerts/phone-numbers';
import { unreachableNumbers } from '@callpoint/alerts/recipients';
import { CHANNEL, consultancyChannel } from '@callpoint/contract/channels/channels';
import {
  configurationCalls,
  configList,
  configProblems,
  maskedSecret,
  SECRET_CONFIG_KEYS,
  type Config,
  type ConfigKey,
} from '@callpoint/contract/configuration';
import { TEXTS } from '@callpoint/contract/texts';
import type { ListQuery } from '../../db/list-query.ts';
import { lastCharacters, type SecretValues } from '../../db/secret-values.ts';
import { badInput, conflict, notFound } from '../../http/errors/call-error.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { requireUpdated } from '../../http/errors/update-results.ts';
import type { App } from '../../http/schemas.ts';

const NO_KEY = 'This server cannot store payment keys yet: SECRET_KEY must be set on it.';

/** The configuration of the platform, for administrators. */
export function configurationRoutes(
  app: App,
  { secrets, smsCountries }: { secrets: SecretValues; smsCountries: SmsCountries },
): void {
  app.handle(configurationCalls.list, async (request) => ({
    ok: true as const,
    ...(await getTenantDb(request).page(values, request.query)),
  }));

  app.handle(configurationCalls.update, async (request) => {
    const { id, data, updated_at: expectedUpdatedAt } = request.body;
    const tenant = getTenantDb(request);
    const row = await tenant.find('config', id);
    if (!row) throw notFound();
    const problems = problemsOf(row.config_key as ConfigKey, data.config_value, smsCountries);
    if (problems.length > 0) throw badInput(problems.map((msg) => ({ msg, field: 'data.config_value' })));
    const isSecret = SECRET_CONFIG_KEYS.includes(row.config_key);
    if (isSecret && data.config_value !== '' && !secrets.canEncrypt)
      throw conflict(NO_KEY, 'data.config_value');
    const stored = isSecret ? { config_value: secrets.encrypt(data.config_value, row.config_key) } : data;
    const secret = isSecret ? ['config_value'] : [];
    const saved = requireUpdated(await tenant.update('config', id, stored, { expectedUpdatedAt, secret }));
    return { ok: true as const, msg: TEXTS.updated, data: saved };
  });
}

/** All problems of a value, including numbers of the consultancy that would get no messages. */
function problemsOf(key: ConfigKey, value: string, smsCountries: SmsCountries): string[] {
  const channel = consultancyChannel(key);
  const isNumbers = channel !== null && CHANNEL[channel].addressKind === 'phone';
  const unreachable = isNumbers ? unreachableNumbers(channel, value, smsCountries) : [];
  return [...configProblems(key, value), ...unreachable];
}

const values: ListQuery<Config> = {
  table: 'config',
  tenantColumn: null,
  columns: ['id', 'config_key', 'config_value', 'updated_at'],
  filters: Object.keys(configList.filters),
  filterIns: [],
  item: (row) => {
    const config = row as Config;
    if (!SECRET_CONFIG_KEYS.includes(config.config_key)) return config;
    return { ...config, config_value: maskedSecret(lastCharacters(config.config_value)) };
  },
};
