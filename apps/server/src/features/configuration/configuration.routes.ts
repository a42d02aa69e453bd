import { homeCountry, type SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import { foreignConfigProblems } from '@callpoint/alerts/sms/foreign-numbers';
import { normalizeConfig } from '@callpoint/alerts/sms/normalize-numbers';
import { unreachableNumbers } from '@callpoint/alerts/plan/recipients';
import { CHANNEL, consultancyChannel } from '@callpoint/contract/channels/channels';
import {
  configurationCalls,
  configList,
  configProblems,
  MASKED_CONFIG_KEYS,
  maskedSecret,
  SECRET_CONFIG_KEYS,
  type Config,
  type ConfigKey,
} from '@callpoint/contract/configuration';
import { TEXTS } from '@callpoint/contract/texts';
import { sql } from 'kysely';
import { contains } from '../../db/lists/search-conditions.ts';
import type { ListQuery } from '../../db/lists/list-query.ts';
import { lastCharacters, type SecretValues } from '../../db/secret-values.ts';
import { badInput, conflict, notFound } from '../../http/errors/call-error.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { requireUpdated } from '../../http/errors/update-results.ts';
import type { App } from '../../http/api/schemas.ts';

const NO_KEY = 'This server can’t store payment keys yet. Set SECRET_KEY on the server.';

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
    const country = homeCountry(null, smsCountries);
    const config_value = normalizeConfig(row.config_key, data.config_value, country);
    const problems = [
      ...foreignConfigProblems(row.config_key, data.config_value, row.config_value, country),
      ...problemsOf(row.config_key as ConfigKey, config_value, smsCountries),
    ];
    if (problems.length > 0) throw badInput(problems.map((msg) => ({ msg, field: 'data.config_value' })));
    const isSecret = SECRET_CONFIG_KEYS.includes(row.config_key);
    if (isSecret && config_value !== '' && !secrets.canEncrypt) throw conflict(NO_KEY, 'data.config_value');
    const stored = isSecret
      ? { config_value: secrets.encrypt(config_value, row.config_key) }
      : { config_value };
    const secret = MASKED_CONFIG_KEYS.includes(row.config_key) ? ['config_value'] : [];
    const saved = requireUpdated(
      await tenant.update('config', id, stored, { expectedUpdatedAt, secret, acceptsRepeat: true }),
    );
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
  search: (param) => {
    const isMasked = sql`config_key in (${sql.join(MASKED_CONFIG_KEYS.map((key) => sql.lit(key)))})`;
    return sql`${contains(sql`config_key`, param)} or (not ${isMasked} and ${contains(sql`config_value`, param)})
      or id = ${param.value('id')}`;
  },
  item: (row) => {
    const config = row as Config;
    if (!MASKED_CONFIG_KEYS.includes(config.config_key)) return config;
    return { ...config, config_value: maskedSecret(lastCharacters(config.config_value)) };
  },
};
