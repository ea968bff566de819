/**
 * Every column of the database that names a user, a client or an order, and what becomes of its rows when a person asks for
 * them (Ley 25.326). erase-person.queries.ts and personal-data.queries.ts do what stands here; personal-columns.test.ts
 * compares it with the database's own catalogue, and with what an erasing leaves. A new table with such a column has a line here.
 */
import type { Tables } from './tables.ts'

type TableName = keyof Tables
export type ColumnName = { [T in TableName]: `${T}.${keyof Tables[T] & string}` }[TableName]

export interface PersonalColumn {
  /** Whom it names. An order stands for the person whom it is about. */
  names: 'user' | 'client' | 'order'
  /**
   * `row`: its rows are deleted. A list: these texts of its rows are emptied. `kept`: its rows stay as they are. `by hand`:
   * erase-person.queries.ts has a statement of its own.
   */
  erased: 'row' | readonly string[] | 'kept' | 'by hand'
  /** Under which name its rows stand in the export, with which columns (none: all); null: not; `by hand`, as above. */
  exported: { as: string; columns?: readonly string[] } | null | 'by hand'
  /** Texts that a person or the ERP wrote, and that stay in rows which are kept. */
  stays?: readonly string[]
  why: string
}

const ACT = 'that somebody of the staff did it stays; the account is a number by then'
const SENT = 'orders are kept as accounting asks, and what was sent with them; what was written about them is not'

export const personalColumns: Partial<Record<ColumnName, PersonalColumn>> = {
  'app_user.id': {
    names: 'user',
    erased: 'by hand',
    exported: 'by hand',
    why: 'orders name the account, so the row stays and is emptied',
  },
  'app_user.client_id': {
    names: 'client',
    erased: 'kept',
    exported: null,
    why: 'a number; the export has it in the account',
  },
  'app_user.verified_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'app_user.invited_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'article_wish.user_id': {
    names: 'user',
    erased: 'row',
    exported: { as: 'awaitedArticles', columns: ['article_id', 'asked_at'] },
    why: 'what the user wants to be told',
  },
  'article_wish.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'articlesAwaitedForClients', columns: ['article_id', 'asked_at'] },
    why: 'what is waited for on the client’s behalf, without who waits',
  },
  'audit.user_id': {
    names: 'user',
    erased: 'kept',
    exported: { as: 'acts', columns: ['at', 'action', 'entity'] },
    why: `${ACT}. What it was about may be somebody else's`,
  },
  'cart_line.user_id': {
    names: 'user',
    erased: 'row',
    exported: { as: 'cart' },
    why: 'a cart is nobody’s record; what staff prepared for others is told without for whom',
  },
  'cart_line.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'cartsForClients', columns: ['article_id', 'quantity', 'note', 'updated_at'] },
    why: 'what was prepared for the client, without who prepared it',
  },
  'cart_line.created_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'change_batch.user_id': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'change_batch.undone_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'client.id': {
    names: 'client',
    erased: 'by hand',
    exported: 'by hand',
    why: 'orders name the client; one that the ERP sent is erased in the ERP',
  },
  'client_account.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'clientAccounts' },
    why: 'the ERP’s: it tells it again while it has the client',
  },
  'client_address.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'clientAddresses' },
    why: 'orders keep their own address',
  },
  'client_price.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'clientPrices' },
    why: 'the ERP’s: it tells them again while it has the client',
  },
  'client_bill.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'clientBills' },
    why: 'the ERP’s, and accounting’s there',
  },
  'device_key.user_id': {
    names: 'user',
    erased: 'row',
    exported: null,
    why: 'a secret; without it nobody reads what waits on devices (R229)',
  },
  'document_ticket.user_id': {
    names: 'user',
    erased: 'row',
    exported: null,
    why: 'a document that is being made; its rows last for minutes',
  },
  'erp_waiting.answered_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'known_browser.user_id': {
    names: 'user',
    erased: 'row',
    exported: { as: 'knownBrowsers', columns: ['signed_in_at'] },
    why: 'the mark is a secret',
  },
  'order_dispatch.order_id': {
    names: 'order',
    erased: 'kept',
    exported: {
      as: 'orderDispatches',
      columns: ['order_id', 'at', 'article_id', 'quantity', 'note', 'carrier', 'guide'],
    },
    stays: ['carrier', 'guide', 'note'],
    why: `${SENT}. The note is the number of the delivery note`,
  },
  'order_event.order_id': {
    names: 'order',
    erased: ['reason'],
    exported: {
      as: 'orderEvents',
      columns: ['order_id', 'at', 'state', 'text', 'source', 'carrier', 'guide', 'packages', 'reason'],
    },
    stays: ['carrier', 'guide', 'text'],
    why: SENT,
  },
  'order_event.user_id': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'order_line_news.order_id': {
    names: 'order',
    erased: ['reason'],
    exported: { as: 'orderLineNews', columns: ['order_id', 'at', 'article_id', 'accepted', 'replaced_by', 'reason'] },
    why: SENT,
  },
  'order_paper.order_id': {
    names: 'order',
    erased: ['link', 'file'],
    exported: { as: 'orderPapers', columns: ['order_id', 'kind', 'number', 'day', 'amount', 'link'] },
    stays: ['kind', 'number'],
    why: SENT,
  },
  'mail_sender.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'mailSenders', columns: ['address'] },
    why: 'addresses that were chosen for the client, without who chose',
  },
  'mail_sender.chosen_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'received_mail.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'receivedMails', columns: ['received_at', 'sender', 'sender_name', 'subject', 'text', 'quoted'] },
    why: 'the order keeps what was ordered; the mail itself, a file, is cleared away a day later',
  },
  'received_mail.taken_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'received_mail.order_id': {
    names: 'order',
    erased: 'row',
    exported: null,
    why: 'a mail is its client’s, and in the export by that',
  },
  'list_watch.user_id': {
    names: 'user',
    erased: 'row',
    exported: { as: 'watchedLists', columns: ['list_id', 'asked_at'] },
    why: 'what the user wants to be told',
  },
  'list_watch_price.user_id': {
    names: 'user',
    erased: 'row',
    exported: null,
    why: 'prices of the list when they were told, which goes with the watch',
  },
  'message_consent.user_id': {
    names: 'user',
    erased: 'row',
    exported: { as: 'orderMessages', columns: ['phone', 'agreed_at'] },
    why: 'the number, and since when the user agreed',
  },
  'notice_link.user_id': { names: 'user', erased: 'row', exported: null, why: 'a secret' },
  'notice_mail.user_id': {
    names: 'user',
    erased: 'row',
    exported: { as: 'noticeMails', columns: ['made_at', 'sent_at'] },
    why: 'what it says is the shop’s prices, and is dropped once it is sent',
  },
  'past_order.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'pastOrders', columns: ['id', 'at', 'number', 'state', 'total', 'line_count', 'lines_total'] },
    why: 'the ERP’s, and accounting’s there; their lines go with them',
  },
  'past_order.shop_order_id': {
    names: 'order',
    erased: 'kept',
    exported: null,
    why: 'a number by which the order is known again; the order itself is in the export',
  },
  'password_reset.user_id': {
    names: 'user',
    erased: 'row',
    exported: null,
    why: 'a secret, good for 15 minutes, of an invitation for a week',
  },
  'order_version.order_id': {
    names: 'order',
    erased: ['note'],
    exported: { as: 'orderVersions', columns: ['order_id', 'version', 'made_at', 'note', 'total'] },
    stays: ['change_key'],
    why: `${SENT}. An earlier version is what was ordered until then`,
  },
  'order_version.made_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'order_version_line.order_id': {
    names: 'order',
    erased: ['note'],
    exported: { as: 'orderVersionLines' },
    stays: ['code', 'description', 'price_reason'],
    why: SENT,
  },
  'saved_list.user_id': {
    names: 'user',
    erased: 'row',
    exported: { as: 'savedLists', columns: ['name', 'kind', 'changed_at'] },
    why: 'as a cart, those too that others of the client use',
  },
  'saved_list.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'listsForClients', columns: ['name', 'kind', 'changed_at'] },
    why: 'what was prepared for the client, without who prepared it',
  },
  'sales_order.id': {
    names: 'order',
    erased: ['note', 'erp_reason', 'rule_reason', 'held_reason', 'let_go_reason'],
    exported: 'by hand',
    stays: ['change_key', 'course_text', 'idempotency_key', 'sale_line'],
    why: `${SENT}. Name and address go where the client is not the ERP's`,
  },
  'sales_order.client_id': {
    names: 'client',
    erased: 'by hand',
    exported: 'by hand',
    why: 'it tells which orders are about the person',
  },
  'sales_order.user_id': {
    names: 'user',
    erased: 'by hand',
    exported: 'by hand',
    why: 'it tells which orders are about the person',
  },
  'sales_order.created_by': {
    names: 'user',
    erased: 'kept',
    exported: 'by hand',
    why: `${ACT}; the export says that and when, not for whom`,
  },
  'sales_order.changed_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'sales_order.let_go_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'sales_order_line.order_id': {
    names: 'order',
    erased: ['note'],
    exported: { as: 'orderLines' },
    stays: ['code', 'description', 'price_reason'],
    why: SENT,
  },
  'sales_order_line.created_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'sent_cart.user_id': {
    names: 'user',
    erased: ['note', 'word'],
    exported: { as: 'sentCarts', columns: ['sent_at', 'state', 'note', 'word', 'decided_at'] },
    why: 'the order that it became names its maker by the number of the account',
  },
  'sent_cart.client_id': {
    names: 'client',
    erased: ['note', 'word'],
    exported: { as: 'sentCartsForClients', columns: ['sent_at', 'state', 'note', 'word', 'decided_at'] },
    why: 'what was prepared for the client, without who prepared it',
  },
  'sent_cart.decided_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'sent_cart.order_id': { names: 'order', erased: ['note', 'word'], exported: null, why: SENT },
  'shared_link.user_id': {
    names: 'user',
    erased: 'row',
    exported: { as: 'sharedLinks', columns: ['kind', 'opens', 'made_at', 'ends_at', 'used_at', 'withdrawn_at'] },
    why: 'its key is a secret, and what it opens is in the export by itself',
  },
  'shared_link.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'linksForClients', columns: ['kind', 'opens', 'made_at', 'ends_at', 'used_at', 'withdrawn_at'] },
    why: 'as above, without who made it',
  },
  'offer.user_id': {
    names: 'user',
    erased: ['note', 'lines', 'word'],
    exported: { as: 'offers', columns: ['state', 'note', 'word', 'decided_at'] },
    why: 'the order that it became says by it that the client accepted it',
  },
  'offer.client_id': {
    names: 'client',
    erased: ['note', 'lines', 'word'],
    exported: { as: 'offersForClients', columns: ['state', 'note', 'word', 'decided_at'] },
    why: 'as above, without who sent it',
  },
  'offer.order_id': { names: 'order', erased: ['note', 'lines', 'word'], exported: null, why: SENT },
  'second_factor.user_id': { names: 'user', erased: 'row', exported: null, why: 'a secret' },
  'session.user_id': {
    names: 'user',
    erased: 'row',
    exported: { as: 'sessions', columns: ['created_at', 'last_used_at', 'expires_at', 'user_agent'] },
    why: 'the token is a secret',
  },
  'substitute.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'substitutes', columns: ['article_id', 'substitute_id', 'decided_at'] },
    why: 'what the client chose, without who chose it',
  },
  'substitute.decided_by': { names: 'user', erased: 'kept', exported: null, why: ACT },
  'sheet_columns.user_id': {
    names: 'user',
    erased: 'row',
    exported: { as: 'sheetColumns', columns: ['kind', 'headings', 'roles', 'chosen_at'] },
    why: 'headings are whatever stood in the person’s files',
  },
  'sheet_columns.client_id': {
    names: 'client',
    erased: 'row',
    exported: { as: 'sheetColumnsOfClients', columns: ['kind', 'headings', 'roles', 'chosen_at'] },
    why: 'headings are whatever stood in files for the client, without who chose',
  },
  'user_address.user_id': {
    names: 'user',
    erased: 'row',
    exported: { as: 'addresses' },
    why: 'orders keep their own address',
  },
}

export interface PersonalEntry extends PersonalColumn {
  table: string
  column: string
}

export const personalEntries: readonly PersonalEntry[] = Object.entries(personalColumns).map(([name, entry]) => {
  const [table = '', column = ''] = name.split('.')
  return { table, column, ...entry }
})
