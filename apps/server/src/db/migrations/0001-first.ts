import { sql, type CreateTableBuilder, type Kysely, type RawBuilder } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The first tables: accounts, plans, settings, submissions, sessions and the outbox. */
export async function createFirstTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;

  function table<Name extends string>(name: Name): CreateTableBuilder<Name, 'id'> {
    return dialect.addId(db.schema.createTable(name));
  }

  async function index(
    on: string,
    columns: string,
    { unique = false, where }: { unique?: boolean; where?: RawBuilder<unknown> } = {},
  ) {
    const name = `${on}_${columns.replaceAll(/[^a-z_]+/g, '_').replaceAll(/^_+|_+$/g, '')}`;
    const indexed = columns
      .split(', ')
      .map((column) => (column === 'lower(email)' ? sql`lower(email)` : sql.ref(column)));
    await sql`create ${unique ? sql`unique index` : sql`index`} ${sql.id(name)} on ${sql.table(on)} (${sql.join(indexed)})
      ${where ? sql`where ${where}` : sql``}`.execute(db);
  }

  await table('admin')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', moment, (c) => c.notNull())
    .execute();
  await index('admin', 'lower(email)', { unique: true });

  await table('plan')
    .addColumn('plan_name', 'text', (c) => c.notNull())
    .addColumn('plan_cost_cents', 'integer', (c) => c.notNull())
    .addColumn('plan_term', 'text', (c) => c.notNull())
    .addColumn('plan_stripe_id', 'text', (c) => c.notNull())
    .addColumn('max_users', 'integer', (c) => c.notNull())
    .addColumn('updated_at', moment, (c) => c.notNull())
    .execute();

  await table('team')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('account_name', 'text', (c) => c.notNull())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('is_paid', 'integer', (c) => c.notNull())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('plan_id', 'integer', (c) => c.references('plan.id'))
    .addColumn('plan_expires_at', moment)
    .addColumn('max_users', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('subscription_id', 'text')
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('updated_at', moment, (c) => c.notNull())
    .execute();
  await index('team', 'lower(email)', { unique: true });
  await index('team', 'plan_id');
  await index('team', 'plan_expires_at', { where: sql`plan_expires_at is not null` });

  await db.schema
    .createTable('subscription')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('created', moment, (c) => c.notNull())
    .addColumn('current_period_start', moment, (c) => c.notNull())
    .addColumn('current_period_end', moment, (c) => c.notNull())
    .addColumn('cancel_at_period_end', 'integer', (c) => c.notNull())
    .addColumn('trial_end', moment)
    .execute();
  await index('subscription', 'team_id');

  await table('subscription_history')
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('changed_on', moment, (c) => c.notNull())
    .addColumn('descr', 'text', (c) => c.notNull())
    .addColumn('actor_role', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'integer')
    .execute();
  await index('subscription_history', 'team_id, changed_on, id');

  await table('config')
    .addColumn('config_key', 'text', (c) => c.notNull())
    .addColumn('config_value', 'text', (c) => c.notNull())
    .addColumn('updated_at', moment, (c) => c.notNull())
    .execute();
  await index('config', 'config_key', { unique: true });

  await table('app_user')
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('updated_at', moment, (c) => c.notNull())
    .execute();
  await index('app_user', 'lower(email)', { unique: true });
  await index('app_user', 'team_id, id');
  await index('app_user', 'team_id, created_at, id');

  for (const [name, item] of [
    ['button_click', 'button_id'],
    ['form_submission', 'f_id'],
  ] as const) {
    let builder = table(name)
      .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
      .addColumn('app_user_id', 'integer', (c) => c.notNull().references('app_user.id'))
      .addColumn(item, 'integer', (c) => c.notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('location', 'text')
      .addColumn('pressed_at', moment)
      .addColumn('screen_text', 'text', (c) => c.notNull())
      .addColumn('created_at', moment, (c) => c.notNull()) as CreateTableBuilder<string, string>;
    if (name === 'form_submission') {
      for (const column of ['company', 'message', 'other_data']) {
        builder = builder.addColumn(column, 'text', (c) => c.notNull());
      }
    }
    await builder.execute();
    await index(name, 'app_user_id, client_id', { unique: true });
    await index(name, `team_id, ${item}, id`);
    await index(name, `team_id, ${item}, created_at, id`);
    await index(name, 'team_id, id');
    await index(name, 'team_id, created_at, id');
    await index(name, `${item}, id`);
    await index(name, `${item}, created_at, id`);
    await index(name, 'created_at, id');
  }

  await db.schema
    .createTable('submission_tally')
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('item_id', 'integer', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('submission_tally_pk', ['team_id', 'kind', 'item_id'])
    .execute();

  await table('settings')
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('setting_key', 'text', (c) => c.notNull())
    .addColumn('setting_value', 'text', (c) => c.notNull())
    .addColumn('updated_at', moment, (c) => c.notNull())
    .execute();
  await index('settings', 'team_id, setting_key', { unique: true });

  await table('session')
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('last_used_at', moment, (c) => c.notNull())
    .addColumn('expires_at', moment, (c) => c.notNull())
    .execute();
  await index('session', 'token_hash', { unique: true });
  await index('session', 'role, account_id');
  await index('session', 'expires_at');

  await table('password_reset')
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('expires_at', moment, (c) => c.notNull())
    .addColumn('used_at', moment)
    .execute();
  await index('password_reset', 'token_hash', { unique: true });
  await index('password_reset', 'role, account_id');

  await db.schema
    .createTable('sign_in_failure')
    .addColumn('subject', 'text', (c) => c.primaryKey().notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('last_failed_at', moment, (c) => c.notNull())
    .addColumn('locked_until', moment)
    .execute();

  await table('delivery')
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('button_click_id', 'integer', (c) => c.references('button_click.id').onDelete('set null'))
    .addColumn('form_submission_id', 'integer', (c) =>
      c.references('form_submission.id').onDelete('set null'),
    )
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('html', 'text')
    .addColumn('message_key', 'text', (c) => c.notNull())
    .addColumn('priority', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('fence', 'integer', (c) => c.notNull())
    .addColumn('next_attempt_at', moment)
    .addColumn('lease_until', moment)
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('sent_at', moment)
    .execute();
  await index('delivery', 'message_key', { unique: true });
  await index('delivery', 'button_click_id', { where: sql`button_click_id is not null` });
  await index('delivery', 'form_submission_id', { where: sql`form_submission_id is not null` });
  await index('delivery', 'team_id, id');
  // For the worker's two frequent queries; partial, so that they contain only unfinished messages.
  await index('delivery', 'channel, priority, next_attempt_at, id', { where: sql`state = 'pending'` });
  await index('delivery', 'lease_until', { where: sql`state = 'sending'` });

  await table('delivery_attempt')
    .addColumn('delivery_id', 'integer', (c) => c.notNull().references('delivery.id').onDelete('cascade'))
    .addColumn('at', moment, (c) => c.notNull())
    .addColumn('ms', 'integer', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .execute();
  await index('delivery_attempt', 'delivery_id, id');
}
