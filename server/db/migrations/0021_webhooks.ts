/** Addresses outside that are told what happens (R220), and what keeps looking into the outbox quick when much of it is done. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table webhook (
    id integer generated always as identity primary key,
    url text not null unique,
    secret text not null,
    events text[] not null,
    active boolean not null default true,
    created_at timestamptz not null default now(),
    version integer not null default 1
  )`,
  `create trigger webhook_version before update on webhook
    for each row execute function raise_row_version()`,
  // Notices of one order go out one after the other.
  `create index job_notice on job ((payload->>'webhookId'), (payload->>'orderId'), id)
    where kind = 'webhook' and state in ('pending', 'running')`,
  // A few among a million that are done.
  `create index job_dead on job (id) where state = 'dead'`,
  `create index job_erp_client on job (((payload->>'clientId')::int), id) where kind = 'erpClient'`,
  `create index job_done on job (done_at) where state = 'done'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
