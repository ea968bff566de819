/**
 * The first tables. ERP-owned data (what a feed may write) and shop-owned data never share a table
 * (R29). Amounts are integer cents, discounts hundredths of a percent, codes always text.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...erpTables, ...accountTables, ...catalogueTables, ...orderTables, ...siteTables]) {
    await sql.raw(statement).execute(db)
  }
}

// `from_erp` tells what a feed may deactivate: rows the shop made itself are left alone.
const erpTables = [
  `create table seller (
    id integer primary key,
    name text not null,
    active boolean not null default true,
    from_erp boolean not null default true
  )`,
  `create table zone (
    id integer primary key,
    name text not null,
    active boolean not null default true,
    from_erp boolean not null default true
  )`,
  `create table carrier (
    id integer primary key,
    name text not null,
    active boolean not null default true,
    from_erp boolean not null default true
  )`,
  `create table vat_condition (
    id integer primary key,
    name text not null,
    active boolean not null default true,
    from_erp boolean not null default true
  )`,
  `create table client (
    id integer primary key,
    code text not null unique,
    business_name text not null,
    contact_name text not null default '',
    cuit text not null default '',
    email text not null default '',
    seller_id integer references seller (id),
    sale_condition integer not null default 1,
    zone_id integer references zone (id),
    vat_condition_id integer references vat_condition (id),
    bonus integer not null default 0,
    search_text text not null default '',
    active boolean not null default true,
    from_erp boolean not null default true
  )`,
  `create index client_seller on client (seller_id)`,
  `create index client_cuit on client (cuit)`,
  `create table client_address (
    id integer primary key,
    client_id integer not null references client (id),
    street text not null,
    locality text not null default '',
    province_id integer,
    postal_code text not null default '',
    carrier_id integer references carrier (id),
    active boolean not null default true,
    from_erp boolean not null default true
  )`,
  `create index client_address_client on client_address (client_id)`,
  `create table article (
    id integer primary key,
    code text not null unique,
    description text not null,
    alias text not null default '',
    units_per_pack integer not null default 0,
    inner_pack integer not null default 0,
    assortment integer not null default 0,
    multiple integer not null default 1 check (multiple >= 1),
    season text not null default '',
    active boolean not null default true,
    from_erp boolean not null default true
  )`,
  `create table price (
    article_id integer primary key references article (id),
    list_price bigint not null check (list_price >= 0)
  )`,
]

const accountTables = [
  // A user's CUIT and mail identify the account; both are stored normalised (digits, lower case).
  `create table app_user (
    id integer generated always as identity primary key,
    email text not null,
    cuit text not null unique,
    password_hash text not null,
    type text not null check (type in ('cliente', 'vendedor', 'supervisor', 'admin')),
    first_name text not null default '',
    last_name text not null default '',
    business_name text not null default '',
    phone text not null default '',
    mobile text not null default '',
    carrier_id integer references carrier (id),
    zone_id integer references zone (id),
    notes text not null default '',
    seller_id integer references seller (id),
    client_id integer references client (id),
    enabled boolean not null default false,
    active boolean not null default true,
    verified boolean not null default true,
    created_at timestamptz not null default now()
  )`,
  `create unique index app_user_email on app_user (lower(email))`,
  `create index app_user_client on app_user (client_id)`,
  // The delivery address typed at registration and those added in the profile.
  `create table user_address (
    id integer generated always as identity primary key,
    user_id integer not null references app_user (id),
    street text not null,
    province_id integer,
    city text not null default '',
    postal_code text not null default '',
    notes text not null default '',
    created_at timestamptz not null default now()
  )`,
  `create index user_address_user on user_address (user_id)`,
  // Only the SHA-256 of the token is kept: who reads the table can't sign in with it.
  `create table session (
    token_hash bytea primary key,
    user_id integer not null references app_user (id),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index session_user_id on session (user_id)`,
  `create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    user_id integer,
    action text not null,
    entity text not null,
    entity_id text not null,
    before jsonb,
    after jsonb
  )`,
  `create index audit_entity on audit (entity, entity_id)`,
]

const catalogueTables = [
  `create table brand (
    id integer generated always as identity primary key,
    name text not null unique,
    position integer not null
  )`,
  // Ids start above 99, the wire's code for 'without category'. A subcategory has a parent.
  `create table category (
    id integer generated always as identity (start with 100) primary key,
    brand_id integer not null references brand (id),
    parent_id integer references category (id),
    name text not null,
    position integer not null
  )`,
  `create unique index category_name on category (brand_id, coalesce(parent_id, 0), name)`,
  `create table listing (
    id integer generated always as identity primary key,
    article_id integer not null unique references article (id),
    brand_id integer references brand (id),
    category_id integer references category (id),
    subcategory_id integer references category (id),
    position integer not null default 0,
    discount integer not null default 0 check (discount between 0 and 10000),
    promo boolean not null default false,
    future boolean not null default false,
    hint text not null default '',
    active boolean not null default true
  )`,
  // `file` names a stored file by the hash of its content, so an address with it never goes stale.
  `create table media (
    article_id integer not null references article (id),
    slot integer not null check (slot between 1 and 5),
    kind text not null check (kind in ('image', 'video')),
    file text not null,
    content_type text not null,
    primary key (article_id, slot)
  )`,
  // One row: raised by every change a snapshot of the catalogue would show.
  `create table catalogue_version (
    only_row boolean primary key default true check (only_row),
    version bigint not null
  )`,
  `insert into catalogue_version (version) values (1)`,
]

const orderTables = [
  `create table cart_line (
    id integer generated always as identity primary key,
    user_id integer not null references app_user (id),
    client_id integer not null,
    article_id integer not null references article (id),
    quantity integer not null check (quantity > 0),
    note text not null default '',
    shown_price bigint not null default 0,
    channel text not null,
    created_by integer not null references app_user (id),
    updated_at timestamptz not null default now(),
    unique (user_id, client_id, article_id)
  )`,
  // id is the web number; erp_number is the ERP's, empty until the ERP answers.
  `create table sales_order (
    id integer generated always as identity primary key,
    erp_number integer unique,
    user_id integer not null references app_user (id),
    client_id integer not null,
    business_name text not null,
    address_id integer not null,
    address text not null,
    sale_line text not null default '',
    sale_condition integer not null,
    note text not null default '',
    total bigint not null,
    line_count integer not null,
    channel text not null,
    created_by integer not null references app_user (id),
    created_at timestamptz not null default now(),
    idempotency_key text,
    unique (user_id, idempotency_key)
  )`,
  `create index sales_order_client on sales_order (client_id, id desc)`,
  `create index sales_order_user on sales_order (user_id, id desc)`,
  `create sequence own_order_number start with 1`,
  // What was agreed is frozen here; later changes of article or price do not touch it.
  `create table sales_order_line (
    id integer generated always as identity primary key,
    order_id integer not null references sales_order (id),
    article_id integer not null,
    code text not null,
    description text not null,
    list_price bigint not null,
    discount integer not null,
    unit_price bigint not null,
    multiple integer not null,
    quantity integer not null check (quantity > 0),
    note text not null default '',
    created_by integer not null references app_user (id),
    channel text not null,
    unique (order_id, article_id)
  )`,
  // Work that leaves the building (mail, orders to the ERP); done at least once, see server/jobs.
  `create table job (
    id bigint generated always as identity primary key,
    kind text not null,
    payload jsonb not null,
    unique_key text unique,
    state text not null default 'pending' check (state in ('pending', 'running', 'done', 'dead')),
    attempts integer not null default 0,
    run_at timestamptz not null default now(),
    lease_until timestamptz,
    error text,
    created_at timestamptz not null default now(),
    done_at timestamptz
  )`,
  `create index job_open on job (run_at, id) where state in ('pending', 'running')`,
]

const siteTables = [
  // Settings of the spec: key, value, aux (CLAVE, VALOR, AUX).
  `create table setting (
    key text primary key,
    value text not null default '',
    aux text not null default ''
  )`,
  `create table slide (
    slot integer primary key check (slot between 1 and 10),
    caption text not null default '',
    active boolean not null default false,
    kind text check (kind in ('image', 'video')),
    file text,
    content_type text
  )`,
  `insert into slide (slot) select generate_series(1, 10)`,
  `create table certificate (
    id integer generated always as identity primary key,
    name text not null unique,
    file text not null,
    uploaded_at timestamptz not null default now()
  )`,
]
