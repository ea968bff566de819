/**
 * What was decided to take the place of an article that can't be ordered (R375, R376): by a client, or for all of them by the
 * office, where `client_id` is null. A null `substitute_id`: this client wants nothing taken in its place by itself.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table substitute (
    id integer generated always as identity primary key,
    client_id integer references client (id),
    article_id integer not null references article (id),
    substitute_id integer references article (id),
    decided_by integer not null references app_user (id),
    decided_at timestamptz not null default now(),
    check (substitute_id <> article_id),
    check (client_id is not null or substitute_id is not null)
  )`,
  `create unique index substitute_of on substitute (article_id, coalesce(client_id, 0))`,
  `create index substitute_client on substitute (client_id)`,
  `create index substitute_substitute on substitute (substitute_id)`,
  `create index substitute_user on substitute (decided_by)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
