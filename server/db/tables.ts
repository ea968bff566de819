/** The tables as the code sees them; each is explained in migrations/. */

import type { ColumnType, Generated, GeneratedAlways, RawBuilder } from 'kysely'
import type { AuditedEntity } from '../../contract/audit.ts'
import type { OrderRight, SentState } from '../../contract/buyer-rights.ts'
import type { FulfilmentState } from '../../contract/fulfilment-state.ts'
import type { KeyRight } from '../../contract/key-rights.ts'
import type { LinkKind, LinkOpens } from '../../contract/links.ts'
import type { OfferState } from '../../contract/offers.ts'
import type { UserType } from '../../contract/roles.ts'
import type { SettingKey } from '../../contract/setting-keys.ts'
import type { WebhookEvent } from '../../contract/webhooks.ts'
import type { articleColumns, ColumnValues, Fields, listingColumns } from './article-columns.ts'

/** An instant: ISO 8601 text when read; text or a Date when written; defaults to now(). */
type Instant = ColumnType<string, string | Date | undefined, string | Date>
type Json = ColumnType<unknown, string | null, string | null>
/** How often a row was changed (R41); a trigger of the database raises it. */
type Version = ColumnType<number, never, never>
/** How a line or an order came to be (R25). */
export type Channel = 'web' | 'repeat' | 'import'
/** Whose cart: the user, and the ERP client that it is filled for (−1: none). */
export interface CartKey {
  userId: number
  clientId: number
}
export type ErpState = 'pending' | 'exported' | 'accepted' | 'observed' | 'rejected'
/** `accepted`: a job takes it next; the others are what became of it. */
export type WaitingState = 'waiting' | 'accepted' | 'taken' | 'refused' | 'rejected' | 'replaced'
export type MediaKind = 'image' | 'video'

/** Declared columns; an insert must give those of `Given` and may leave the others to their defaults. */
type WithDefaults<F extends Fields, Given extends keyof ColumnValues<F> = never> = {
  [C in keyof ColumnValues<F>]: C extends Given ? ColumnValues<F>[C] : Generated<ColumnValues<F>[C]>
}

/** ERP rows that are only an id and a name. */
interface NamedByErp {
  id: number
  name: string
  active: Generated<boolean>
  from_erp: Generated<boolean>
}

export interface Tables {
  seller: NamedByErp
  zone: NamedByErp
  carrier: NamedByErp
  vat_condition: NamedByErp
  client: {
    id: number
    code: string
    business_name: string
    contact_name: Generated<string>
    cuit: Generated<string>
    email: Generated<string>
    seller_id: number | null
    sale_condition: Generated<number>
    zone_id: number | null
    vat_condition_id: number | null
    /** Hundredths of a percent. */
    bonus: Generated<number>
    /** The list of prices that the ERP gives it; null: the base list. */
    list_id: number | null
    /** The list of the shop's own that it buys by instead; null: none (R359). */
    own_list_id: number | null
    /** Normalised name, code and CUIT for the client box. */
    search_text: Generated<string>
    active: Generated<boolean>
    from_erp: Generated<boolean>
    version: Version
  }
  client_address: {
    id: number
    client_id: number
    street: string
    locality: Generated<string>
    province_id: number | null
    postal_code: Generated<string>
    carrier_id: number | null
    /** The branch's name by the ERP, and by the client's people, which goes before it; '' for none (R378). */
    name: Generated<string>
    own_name: Generated<string>
    active: Generated<boolean>
    from_erp: Generated<boolean>
  }
  article: WithDefaults<typeof articleColumns, 'code' | 'description'> & {
    id: number
    active: Generated<boolean>
    from_erp: Generated<boolean>
    /** The article's words, without accents and capitals; the keys are code and alias as codes are compared (R32). */
    search_text: GeneratedAlways<string>
    code_key: GeneratedAlways<string>
    alias_key: GeneratedAlways<string>
  }
  /** `list_price` in cents. */
  price: { article_id: number; list_price: number }
  /** A promotion of the shop's own (R358), from `begins_at` until before `ends_at`. */
  promotion: {
    id: Generated<number>
    name: string
    /** Hundredths of a percent; null: each article has a price of its own. */
    percent: number | null
    covers: 'articles' | 'brand' | 'category'
    brand_id: number | null
    /** A category or subcategory. */
    category_id: number | null
    /** The lists whose buyers it is for, 0 for the base list; null: all. */
    lists: number[] | null
    begins_at: Instant
    ends_at: Instant
    version: Version
  }
  /** `price` in cents. */
  promotion_article: { promotion_id: number; article_id: number; price: number | null }
  /** A price of the base list, in cents, that begins at `since`; its row goes then. */
  price_ahead: { article_id: number; since: Instant; list_price: number }
  /** A rule of orders (R361): for clients of a list (0: the base list), a zone or a condition, or for all. Amounts in cents. */
  order_rule: {
    id: Generated<number>
    scope: 'list' | 'zone' | 'condition' | 'all'
    target_id: number | null
    least_amount: number | null
    free_from: number | null
    /** Weekdays of a zone's deliveries, 1 is Monday. */
    days: Generated<number[]>
    version: Version
  }
  /** Where articles' pages were in the shop before this one, by path (R414). */
  old_address: { path: string; article_code: string }
  /** Who searches for `words` is also shown what `meaning` finds (R377). */
  synonym: { id: Generated<number>; words: string; meaning: string; key: string }
  price_list: {
    id: number
    name: string
    active: Generated<boolean>
    /** False: a list of the shop's own (R359). */
    from_erp: Generated<boolean>
    version: Version
  }
  /** A price of a list from `since` on, until a later one begins; `id` is made of list, article and `since`. */
  list_price: {
    id: string
    list_id: number
    article_id: number
    since: Instant
    /** Cents; null: from then on the list has none of its own. */
    list_price: number | null
    active: Generated<boolean>
    from_erp: Generated<boolean>
  }
  /** A price for one client alone, from `since` until before `until`; `id` is made of client, article and `since`. */
  client_price: {
    id: string
    client_id: number
    article_id: number
    since: Instant
    until: Instant
    list_price: number
    /** Whether discount, steps and bonus lower it further. */
    with_discount: Generated<boolean>
    active: Generated<boolean>
    from_erp: Generated<boolean>
  }
  /** Of an article or, where that is null, of the branch whose names it has; the ids are null while the shop lacks the branch. */
  price_step: {
    id: number
    article_id: number | null
    brand: Generated<string>
    category: Generated<string>
    subcategory: Generated<string>
    brand_id: number | null
    category_id: number | null
    /** The list that it holds for; null: all. */
    list_id: number | null
    units: number
    /** Hundredths of a percent. */
    percent: number
    active: Generated<boolean>
    from_erp: Generated<boolean>
  }
  app_user: {
    id: GeneratedAlways<number>
    email: string
    /** Eleven digits; `NO_CUIT` and the id for a buyer without one (R370), which nobody is shown. */
    cuit: string
    /** '' of somebody who was invited and has not chosen one: no password is right then. */
    password_hash: string
    type: UserType
    first_name: Generated<string>
    last_name: Generated<string>
    business_name: Generated<string>
    phone: Generated<string>
    mobile: Generated<string>
    carrier_id: number | null
    zone_id: number | null
    notes: Generated<string>
    seller_id: number | null
    client_id: number | null
    enabled: Generated<boolean>
    active: Generated<boolean>
    /** False: registered while the tax registry was down ('sin verificar'). */
    verified: Generated<boolean>
    /** When the account was verified, null where nobody knows; and the admin who did it, null for the registry. */
    verified_at: ColumnType<string | null, string | null | undefined, string | null>
    verified_by: number | null
    /** Whether signing in takes a code, too (R261). */
    second_factor: Generated<boolean>
    /** Whether a client's user confirms orders, or prepares them for who does (R371). */
    order_right: Generated<OrderRight>
    /** Who invited a buyer, and when last (R370); null for an account of another kind. */
    invited_by: ColumnType<number | null, number | null | undefined>
    invited_at: ColumnType<string | null, string | null | undefined, string | null>
    /** When the client's first user ended it; null: never, or the office said otherwise since. */
    ended_at: ColumnType<string | null, string | null | undefined, string | null>
    created_at: Instant
    version: Version
    /** Folded words and digits by which the user is found. The two keys are what lists are ordered by. */
    search_text: GeneratedAlways<string>
    name_key: GeneratedAlways<string>
    business_name_key: GeneratedAlways<string>
  }
  user_address: {
    id: GeneratedAlways<number>
    user_id: number
    street: string
    province_id: number | null
    city: Generated<string>
    postal_code: Generated<string>
    notes: Generated<string>
    created_at: Instant
    number: Generated<string>
    crossing: Generated<string>
    country: Generated<string>
  }
  password_reset: {
    user_id: number
    code_hash: Buffer
    tries: Generated<number>
    expires_at: Instant
  }
  /** What the codes of a user's second factor are made from (R261); it counts once the user's row says so. */
  second_factor: {
    user_id: number
    secret: Buffer
    /** Half minutes since 1970 of the last code that was taken. */
    last_step: Generated<number>
    /** SHA-256 in hexadecimal. */
    recovery_hashes: Generated<string[]>
  }
  /** What a user's devices seal with (R229). */
  device_key: { user_id: number; key: Buffer }
  /** Which columns of sheets with certain headings somebody chose (R240): a client's, or a user's. */
  sheet_columns: {
    id: GeneratedAlways<number>
    kind: 'list' | 'orders' | 'branches'
    user_id: number | null
    client_id: number | null
    headings: string
    roles: string[]
    chosen_at: Generated<Instant>
  }
  session: {
    /** What its user names it by; the token itself is known to the browser alone. */
    id: GeneratedAlways<number>
    token_hash: Buffer
    user_id: number
    created_at: Instant
    expires_at: Instant
    /** What the browser said of itself at the sign-in, cut short (R266). */
    user_agent: Generated<string>
    /** At most a minute late. */
    last_used_at: Instant
    /** It ended because nobody used it (R267). */
    idle: Generated<boolean>
  }
  /** Browsers in which a member of staff signed in (R269): the hash of the mark that each keeps as a cookie. */
  known_browser: { user_id: number; mark_hash: Buffer; signed_in_at: Instant }
  audit: {
    id: GeneratedAlways<number>
    at: Instant
    user_id: number | null
    action: string
    entity: AuditedEntity
    entity_id: string
    before: Json
    after: Json
    /** The change of many rows that this one is part of. */
    batch_id: number | null
  }
  /** One change of many rows at once, which can be undone as one (R34); its rows stand in the audit. */
  change_batch: {
    id: GeneratedAlways<number>
    at: Instant
    /** Null for the ERP's import. */
    user_id: number | null
    kind: string
    row_count: number
    undone_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
    undone_by: number | null
  }
  brand: {
    id: GeneratedAlways<number>
    name: string
    position: number
    /** Its articles are sold by whole bultos (R364). */
    whole_packs: Generated<boolean>
    version: Version
  }
  category: {
    id: GeneratedAlways<number>
    brand_id: number
    parent_id: number | null
    name: string
    position: number
    version: Version
  }
  listing: WithDefaults<typeof listingColumns> & {
    id: GeneratedAlways<number>
    article_id: number
    active: Generated<boolean>
    version: Version
    /** Null: listed before this was recorded. */
    created_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  }
  media: { article_id: number; slot: number; kind: MediaKind; file: string; content_type: string }
  /** `due`: an import has changed what the catalogue shows and will raise the version at its end. */
  catalogue_version: {
    only_row: Generated<boolean>
    version: number
    due: Generated<boolean>
    /** Until when prices that begin or end have raised the version. */
    priced_at: Instant
  }
  cart_line: {
    id: GeneratedAlways<number>
    user_id: number
    /** −1: no ERP client. */
    client_id: number
    article_id: number
    quantity: number
    note: Generated<string>
    /** What a unit cost when the line was saved, in cents. */
    shown_price: Generated<number>
    channel: Channel
    created_by: number
    updated_at: Instant
    /** When the article came into the cart. */
    created_at: Instant
  }
  /** A saved list or a cart put aside (R368, R369): a user's for a client, −1 for none. */
  saved_list: {
    id: GeneratedAlways<number>
    user_id: number
    client_id: number
    kind: 'list' | 'aside'
    name: string
    /** Whether all who order for the client see it and may change it. */
    shared: Generated<boolean>
    archived: Generated<boolean>
    changed_at: ColumnType<string, string | undefined, string>
    version: Version
  }
  /** A cart that was sent to be confirmed (R372): a cart put aside, until it is confirmed or its maker takes it back. */
  sent_cart: {
    /** Of the cart put aside, which is gone once it is ordered, taken back or erased. */
    list_id: number
    client_id: number
    /** Who made it. */
    user_id: number
    state: Generated<SentState>
    /** The delivery address that was asked for, PICKUP or NO_ADDRESS. */
    address_id: number
    note: Generated<string>
    sent_at: Instant
    decided_by: ColumnType<number | null, number | null | undefined>
    decided_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
    /** What was said with it when it was sent back. */
    word: Generated<string>
    order_id: ColumnType<number | null, number | null | undefined>
  }
  saved_list_line: {
    list_id: number
    /** Its place in the list, from 0. */
    place: number
    article_id: number
    quantity: number
    note: string
    /** What a unit cost when the list was saved, in cents, 0 without a price. */
    shown_price: number
  }
  /** What takes the place of an article that can't be ordered, as a client decided, or the office for all: `client_id` null (R375). */
  substitute: {
    id: GeneratedAlways<number>
    client_id: number | null
    article_id: number
    /** Null: this client wants nothing taken by itself. */
    substitute_id: number | null
    decided_by: number
    decided_at: Instant
  }
  /** A user wants to be told when an article has a price, or is in stock, for a client, −1 for none (R380). */
  article_wish: {
    user_id: number
    client_id: number
    article_id: number
    /** What a unit cost when the user asked, in cents, 0 without a price; and the stock then, null where nobody knew it. */
    price_then: number
    stock_then: number | null
    asked_at: Instant
  }
  /** A user wants to be told when a price of a saved list changes (R380). */
  list_watch: { user_id: number; list_id: number; asked_at: Instant }
  /** What an article of a watched list cost when the user asked, or was told last: cents, 0 without a price. */
  list_watch_price: { user_id: number; list_id: number; article_id: number; unit_price: number }
  /** A user's last mail of notices (R381). */
  notice_mail: {
    id: GeneratedAlways<number>
    user_id: number
    made_at: Instant
    sent_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
    /** What it says until it is sent: server/mail/notices.ts has its form. */
    content: Json
  }
  /** A link of a mail that ends a user's notices (R382): the hash of its key. */
  notice_link: { hash: string; user_id: number; made_at: Instant }
  /** A link that opens one thing without an account (R386): an order to accept, or a paper. */
  shared_link: {
    id: GeneratedAlways<number>
    kind: LinkKind
    /** Of its key, which stands nowhere. */
    token_hash: string
    /** What it opens, and that thing's number; null where the kind of thing has none. */
    opens: LinkOpens
    opens_id: ColumnType<number | null, number | null | undefined, never>
    /** What else the paper was asked with; null for nothing. */
    details: ColumnType<unknown, string | null | undefined, never>
    /** Whom it is for, −1 for no client. */
    client_id: number
    /** Who made it. */
    user_id: number
    made_at: Instant
    ends_at: ColumnType<string, string | Date | RawBuilder<string>, never>
    used_at: ColumnType<string | null, never, string | null>
    withdrawn_at: ColumnType<string | null, never, string | null>
  }
  /** An order that a seller sent to be accepted by link (R387), as the link keeps it. */
  offer: {
    id: GeneratedAlways<number>
    client_id: number
    user_id: number
    /** The cart put aside that it was made of. */
    list_id: number | null
    /** The number of the quotation whose prices hold; null: those of the day. */
    quotation: number | null
    address_id: number
    note: Generated<string>
    /** JSON: server/ordering/offers/offers.rules.ts has its form; '' once erased. */
    lines: string
    state: Generated<OfferState>
    decided_at: ColumnType<string | null, never, string | Date>
    /** What the client said with a no. */
    word: Generated<string>
    order_id: ColumnType<number | null, number | null | undefined>
  }
  /** A user agreed to be told of orders by message (R393): the number's digits with the country's code. */
  message_consent: { user_id: number; phone: string; agreed_at: Instant }
  /** How far a list of the ERP was read: its last change that was read, and when the whole list was read last. */
  erp_cursor: {
    file: string
    since: string
    full_at: ColumnType<string | null, string | null, string | null>
  }
  /** How files of another program become the feed, as its file has it; no row: by the feed's own names (R406). */
  feed_mapping: { only_row: Generated<boolean>; mapping: ColumnType<unknown, string, string>; kept_at: Instant }
  /** The numbers of records that the ERP knows by a code or a name alone (R407). */
  feed_key: { kind: string; key: string; id: number }
  /** When the demo's data came in; no row: the shop holds none (R233). */
  demo_fill: { only_row: Generated<boolean>; filled_at: Instant }
  /** Since when the shop is a drill; no row: it is none (R301). */
  drill: { only_row: Generated<boolean>; since: Instant }
  /** No row: no backup was made yet (R302). */
  last_backup: {
    only_row: Generated<boolean>
    at: Instant
    host: string
    file: string
    bytes: number
    encrypted: boolean
  }
  /** One row: whether the ERP's feed is taken. */
  erp_feed: {
    only_row: Generated<boolean>
    success_at: ColumnType<string | null, never, string | null>
    refused_count: number
    /** By kind of record, why its last file was refused; empty while everything is taken. */
    refused: ColumnType<unknown, never, string>
    refused_since: ColumnType<string | null, never, string | null>
  }
  /** What an import did, in the words of its report. */
  erp_run: {
    id: GeneratedAlways<number>
    at: Instant
    source: string
    complete: boolean
    report: ColumnType<unknown, string, string>
  }
  /** Feeds that a guard stopped, until a person answers, and what became of them (R297). */
  erp_waiting: {
    id: GeneratedAlways<number>
    kind: string
    state: ColumnType<WaitingState, WaitingState | undefined, WaitingState>
    source: string
    file: string
    digest: string
    head: ColumnType<unknown, string, string>
    shown: ColumnType<unknown, string, string>
    at: Instant
    answered_by: ColumnType<number | null, never, number | null>
    answered_at: ColumnType<string | null, never, string | null>
  }
  /** The rows of a feed that waits, in parts. */
  erp_waiting_rows: { waiting_id: number; part: number; rows: ColumnType<unknown, string, string> }
  /** By kind of record: the rows of its last complete file, and what changes of one day put out of use or moved. */
  erp_taken: {
    kind: string
    row_count: number | null
    day_at: Instant
    day_lost: Generated<number>
    day_moved: Generated<number>
  }
  sales_order: {
    id: GeneratedAlways<number>
    erp_number: number | null
    /** What the ERP said of the order; null: no ERP was asked. */
    erp_state: ColumnType<ErpState | null, ErpState | null | undefined, ErpState | null>
    erp_reason: Generated<string>
    erp_answered_at: ColumnType<string | null, string | null | undefined, string | null>
    /** When the ERP wrote its last answer, by its clock; null where its answers have no time. */
    erp_said_at: ColumnType<string | null, string | null | undefined, string | null>
    user_id: number
    client_id: number
    business_name: string
    address_id: number
    address: string
    sale_line: Generated<string>
    sale_condition: number
    asked_condition: Generated<number | null>
    note: Generated<string>
    /** Cents. */
    total: number
    line_count: number
    channel: Channel
    created_by: number
    created_at: Instant
    idempotency_key: string | null
    /** CUIT (digits) and number of the imported order; null for others. */
    import_cuit: string | null
    import_number: string | null
    /** 0 for the first import of a number, then one more for each repeat that was confirmed. */
    import_copy: number | null
    /** Whether a client user made the order before having an ERP client (R27); and when somebody called it handled. */
    new_user: Generated<boolean>
    handled_at: ColumnType<string | null, string | null | undefined, string | Date | null>
    /** The present state of its fulfilment (R304), made of what was told; `course_text` holds the ERP's words of `other`. */
    course_state: Generated<FulfilmentState>
    course_text: Generated<string>
    /** Null: the order's own time. */
    course_at: ColumnType<string | null, string | null | undefined, string | null>
    course_version: Generated<number>
    pending_units: Generated<number>
    /** Cents of what was ordered without what will not come; null: all of it comes. */
    coming_total: ColumnType<number | null, number | null | undefined>
    /** Cents of the ERP's bills less its credit notes; null: none has an amount. */
    billed_total: ColumnType<number | null, number | null | undefined>
    /** Whether its prices held the VAT when it was made (R357); null: it is from before that was kept. */
    prices_with_vat: ColumnType<boolean | null, boolean | null | undefined>
    /** Why it was sent below its least amount (R363); null: it was not. */
    rule_reason: ColumnType<string | null, string | null | undefined>
    /** When it goes to the ERP (R331); null: at once. */
    hand_over_at: ColumnType<string | null, string | Date | null | undefined>
    /** When ERP or depot took it, which ends its cancelling; null: nobody has, or it is from before that was kept. */
    taken_at: ColumnType<string | null, string | Date | null | undefined>
    /** When it was cancelled before anybody took it; it never goes to the ERP. */
    withdrawn_at: ColumnType<string | null, string | Date | null | undefined>
    /** Its last version (R383), which this row and its lines hold; 1: nobody changed it. When it was made, by whom, and with which key. */
    version: Generated<number>
    changed_at: ColumnType<string | null, string | null | undefined>
    changed_by: ColumnType<number | null, number | null | undefined>
    change_key: ColumnType<string | null, string | null | undefined>
    /** Since when and why it is held (R390); null: it never was. */
    held_at: ColumnType<string | null, string | Date | null | undefined>
    held_reason: ColumnType<string | null, string | null | undefined>
    /** When a held order was let go, by whom (null: the account did) and why; null: it is held still, or never was. */
    let_go_at: ColumnType<string | null, string | Date | null | undefined>
    let_go_by: number | null
    let_go_reason: ColumnType<string | null, string | null | undefined>
  }
  /** An earlier version of an order, as it was (R383). */
  order_version: {
    order_id: number
    version: number
    made_at: Instant
    made_by: number
    change_key: string | null
    note: string
    total: number
  }
  order_version_line: {
    order_id: number
    version: number
    nth: number
    article_id: number
    code: string
    description: string
    list_price: number
    discount: number
    unit_price: number
    price_reason: string
    quantity: number
    note: string
  }
  /** A state that was told of an order; `erp_id` is the ERP's key of it, null for what the office set. */
  order_event: {
    id: GeneratedAlways<number>
    erp_id: number | null
    order_id: number
    at: Instant
    state: FulfilmentState
    text: Generated<string>
    source: 'erp' | 'office'
    user_id: number | null
    batch_id: number | null
    carrier: Generated<string>
    guide: Generated<string>
    packages: number | null
    reason: Generated<string>
    stored_at: Generated<Instant>
  }
  /** Units of an article that left for an order; negative where the ERP takes some back. */
  order_dispatch: {
    id: GeneratedAlways<number>
    erp_id: number
    order_id: number
    article_id: number
    at: Instant
    quantity: number
    note: Generated<string>
    carrier: Generated<string>
    guide: Generated<string>
    packages: number | null
  }
  /** What is accepted of an article in an order, and why not all of it; the latest counts. */
  order_line_news: {
    id: GeneratedAlways<number>
    erp_id: number
    order_id: number
    article_id: number
    at: Instant
    /** Null: all that was ordered. */
    accepted: number | null
    reason: Generated<string>
    replaced_by: number | null
  }
  order_paper: {
    id: GeneratedAlways<number>
    /** Null: somebody of the office uploaded it. */
    erp_id: number | null
    order_id: number
    kind: string
    number: string
    /** yyyy-mm-dd */
    day: string
    /** Cents. */
    amount: number | null
    /** An https address; '' for none. */
    link: Generated<string>
    /** The name of a stored PDF; '' for none. */
    file: Generated<string>
  }
  /** What a client owes by the ERP's books, in cents. */
  client_account: { client_id: number; at: Instant; balance: number; credit_limit: number | null }
  client_bill: {
    id: GeneratedAlways<number>
    erp_id: number
    client_id: number
    at: Instant
    kind: string
    number: string
    /** yyyy-mm-dd */
    day: string
    due_day: string | null
    amount: number
    balance: number
  }
  /** An order of the past, by the ERP's key (R397). */
  past_order: {
    id: number
    client_id: number
    at: Instant
    number: Generated<string>
    /** As the ERP writes it; '' where it does not tell. */
    state: Generated<string>
    /** Cents; null where the ERP does not tell it. */
    total: number | null
    /** The shop's order that it is; then it has no lines and is shown nowhere. */
    shop_order_id: number | null
    line_count: Generated<number>
    /** Cents: what its lines come to, null where one has no price. */
    lines_total: number | null
    /** When the order or its lines changed last. */
    changed_at: Generated<string>
  }
  past_order_line: {
    past_id: number
    /** Its number in the order. */
    line: number
    code: string
    description: Generated<string>
    quantity: number
    /** Cents one unit cost; null where the ERP does not tell it. */
    unit_price: number | null
  }
  /** Numbers of quotations, each of one content (R312). */
  quotation: { number: GeneratedAlways<number>; content_key: string; made_at: Instant }
  sales_order_line: {
    id: GeneratedAlways<number>
    order_id: number
    article_id: number
    code: string
    description: string
    list_price: number
    discount: number
    unit_price: number
    /** '−10 % desde 24'; '' for the list price less the article's discount, and for an agreed price. */
    price_reason: Generated<string>
    /** What the price was made of beside list_price and discount: the list (null: the base list), the bonus in it, the VAT rate. */
    list_id: number | null
    bonus: Generated<number>
    vat_rate: number | null
    multiple: number
    quantity: number
    note: Generated<string>
    created_by: number
    channel: Channel
  }
  job: {
    id: GeneratedAlways<number>
    kind: string
    payload: ColumnType<unknown, string, string>
    unique_key: string | null
    state: Generated<'pending' | 'running' | 'done' | 'dead'>
    attempts: Generated<number>
    run_at: Instant
    lease_until: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
    error: string | null
    created_at: Instant
    done_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  }
  /** An address outside that is told what happens, and what its notices are signed with. */
  webhook: {
    id: GeneratedAlways<number>
    url: string
    secret: string
    events: WebhookEvent[]
    active: Generated<boolean>
    created_at: Instant
    version: Version
  }
  /** A key of the ERP's program (R293): its hash, and what it may do. */
  erp_key: {
    id: GeneratedAlways<number>
    name: string
    hash: Buffer
    rights: KeyRight[]
    created_at: Instant
    last_used_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  }
  /** What a batch with an Idempotency-Key was answered, for a day (R294). */
  erp_batch: {
    key_id: number
    idempotency_key: string
    /** Of the whole request. */
    request_hash: Buffer
    /** JSON as it was sent. */
    answer: string
    created_at: Instant
  }
  /** A run of batches that is not ended yet (R350). */
  push_run: {
    id: Generated<number>
    key_id: number
    list: string
    row_count: Generated<number>
    touched_at: Instant
  }
  push_run_batch: {
    run_id: number
    number: number
    hash: Buffer
    rows: ColumnType<unknown[], string, string>
  }
  /** How far a mailbox was read, and what keeps it from being read (R326). */
  mailbox: {
    account: string
    validity: Generated<string>
    last_uid: Generated<number>
    read_at: string | null
    failing_since: string | null
    failures: Generated<number>
    fault: Generated<string>
  }
  received_mail: {
    id: GeneratedAlways<number>
    key: string
    received_at: Instant
    sent_at: string | null
    message_id: string
    thread: string
    sender: string
    sender_name: string
    subject: string
    text: string
    quoted: string
    files: ColumnType<{ name: string; bytes: number }[], string, string>
    remarks: ColumnType<string[], string, string>
    file: string
    client_id: number | null
    taken_by: number | null
    carted_at: string | null
    reason: Generated<string>
    order_id: number | null
    answered_at: string | null
  }
  /** The client that was chosen for an address which no client is known by. */
  mail_sender: { address: string; client_id: number; chosen_by: number | null }
  /** Orders and clients that wait until the ERP fetches and acknowledges them (R295). */
  erp_outbox: {
    id: GeneratedAlways<number>
    kind: 'order' | 'client'
    record_id: number
    /** Of one sending: the same at each try. */
    key: string
    /** Whether the ERP was given it: an acknowledgement ends what was given, and not what changed since. */
    fetched: Generated<boolean>
    created_at: Instant
  }
  setting: { key: SettingKey; value: Generated<string>; aux: Generated<string>; version: Version }
  slide: {
    slot: number
    caption: Generated<string>
    active: Generated<boolean>
    kind: MediaKind | null
    file: string | null
    content_type: string | null
    version: Version
  }
  /** Searches that found nothing, by day (yyyy-mm-dd); nobody's name stands beside them. */
  missed_search: { day: string; text: string; count: number }
  /** Tries that a limit counts, by limit and visitor; the key is a hash (server/http/rate-limit.ts). */
  counted_try: { key: Buffer; counted: string[]; running: string[]; admitted: boolean; until: Instant }
  certificate: {
    id: GeneratedAlways<number>
    /** The article's code and .pdf. */
    name: string
    file: string
    uploaded_at: Instant
    kind: Generated<string>
    /** yyyy-mm-dd */
    expires_on: string | null
  }
  /** Who waits for a document, and what was asked for. */
  document_ticket: {
    id: Generated<string>
    user_id: number
    asked: ColumnType<unknown, string, string>
    seen_at: Instant
  }
  /** A document in the bucket, by a key of its content, for the instances that did not make it. */
  made_document: {
    key: string
    /** Its name in the bucket. */
    file: string
    bytes: number
    articles: number
    made_at: Instant
  }
  /** The tax authority's login ticket (see ports/tax-registry/arca/tickets.ts). */
  registry_ticket: {
    key: string
    token: string | null
    sign: string | null
    expires_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
    claimed_by: string | null
    claimed_until: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  }
}
