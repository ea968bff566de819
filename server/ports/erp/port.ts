/** The orders and clients that the shop sends to the ERP, and the ERP's answers (R31); and how a program of the ERP's calls the shop (R293). */
import type { MappingProposal } from '../../../contract/erp-mapping.ts'
import type { ListSubject } from '../../../contract/key-rights.ts'
import type { Queryable } from '../../db/open.ts'
import type { FeedFile, FeedProblem, FeedTable } from './erp.ts'

export { findMapping } from './mapping/feed-mapping.queries.ts'

export interface OutgoingLine {
  articleId: number
  code: string
  description: string
  quantity: number
  /** Cents: the list price, and the price that was agreed. */
  listPrice: number
  unitPrice: number
  /** Hundredths of a percent. */
  discount: number
  /** How the price comes about, in words; '' for the list price less the article's discount. */
  priceReason: string
  note: string
  /** The list that the list price is of; null: the base list, or the client's own price. */
  listId: number | null
  /** The client's bonus that is in the price, in hundredths of a percent. */
  bonus: number
  /** Hundredths of a percent; null where the ERP did not tell it. */
  vatRate: number | null
}

export interface OutgoingOrder {
  /** The idempotency key: the same at each try of one sending, another when the order is sent again on purpose. */
  key: string
  id: number
  /** Which of its versions this is (R383); 1: nobody changed it. The ERP is given the last one, and no other. */
  version: number
  /** ISO 8601. */
  createdAt: string
  /** The ERP's id; null for a client that the ERP does not know yet. */
  clientId: number | null
  /** The shop's id of such a client; null for none. */
  shopClientId: number | null
  clientCode: string
  /** Eleven digits, or empty. */
  cuit: string
  businessName: string
  email: string
  /** The ERP's address; 0 pickup, −1 none, null where only its text is known. */
  addressId: number | null
  address: string
  saleCondition: number
  saleLine: string
  note: string
  /** Cents. */
  total: number
  channel: string
  /** The client's seller. */
  sellerId: number | null
  /** Who made it: the person's name, and its kind (cliente, vendedor, …). */
  madeBy: string
  madeByType: string
  /** The address's carrier, else the one that the user chose; null for a pickup. */
  carrierId: number | null
  /** The client's, in hundredths of a percent. */
  bonus: number
  /** Whether prices and total hold the VAT. */
  pricesWithVat: boolean
  lines: readonly OutgoingLine[]
}

export interface OutgoingClient {
  /** The idempotency key, as an order's. */
  key: string
  /** The shop's id, which every answer about the client names. */
  id: number
  /** Null for a new one. */
  erpId: number | null
  businessName: string
  contactName: string
  cuit: string
  email: string
  sellerId: number | null
  saleCondition: number
  zoneId: number | null
  vatConditionId: number | null
  /** Hundredths of a percent. */
  bonus: number
  address: { street: string; locality: string; provinceId: number | null; carrierId: number | null } | null
}

/** `exported`: the ERP has the record, and will answer later. `observed`: it took the record, and somebody has to look. */
export type Verdict = 'exported' | 'accepted' | 'observed' | 'rejected'

export interface OrderAnswer {
  orderId: number
  state: Verdict
  /** NUMERO_PED. */
  number: number | null
  reason: string
  /** When the ERP wrote it, ISO 8601 by its clock: the same answer may come again. Absent where it has no time. */
  at?: string | undefined
}

export interface ClientAnswer {
  /** The shop's id. */
  clientId: number
  state: Verdict
  erpId: number | null
  reason: string
}

export interface Answers {
  orders: readonly OrderAnswer[]
  clients: readonly ClientAnswer[]
}

export interface ErpLink {
  /** Tells the ERP what became of what it sent; an ERP that does not want to know answers 404. */
  sendReport?(key: string, report: unknown, signal: AbortSignal): Promise<void>
  /** Hands an order over; the same key again changes nothing. Throws when another try may succeed. */
  sendOrder(order: OutgoingOrder, signal: AbortSignal): Promise<OrderAnswer>
  /** The same for a client that is new, or whose terms were changed. */
  sendClient(client: OutgoingClient, signal: AbortSignal): Promise<ClientAnswer>
  /**
   * Gives `take` the ERP's answers since the last reading, in the ERP's order, and remembers how far it read once `take`
   * is done. An answer may therefore come twice, and must then change nothing. Returns what could not be understood, in
   * Spanish; '' for nothing.
   */
  readAnswers(take: (answers: Answers) => Promise<void>, signal: AbortSignal): Promise<string>
}

type JsonSchema = Readonly<Record<string, unknown>>

/** A list that the ERP may send and read, as it stands in an address. */
export interface PushedKind {
  readonly table: FeedTable
  /** The last part of its address: the name of its file. */
  readonly name: string
  /** News of orders and accounts are told and not read back. */
  readonly isNews: boolean
  /** Several columns tell its rows apart; a page of them begins after a text. */
  readonly hasTextKey: boolean
  readonly subject: ListSubject
  readonly row: JsonSchema
  /** A row that a shop takes after the examples of the kinds before it. */
  readonly example: Readonly<Record<string, unknown>>
}

/** An answer's row that was read, or why it was not. */
export interface ReadAnswers<A> {
  /** By the row's place, from 1. */
  readonly answers: ReadonlyMap<number, A>
  readonly problems: readonly FeedProblem[]
}

/** What a program of the ERP's writes and reads when it calls the shop. */
export interface PushWire {
  readonly kinds: readonly PushedKind[]
  /** The rows of a batch as a file whose rows are counted from 1. */
  read<T extends FeedTable>(table: T, rows: readonly unknown[]): Promise<FeedFile<T>>
  /** A record as a row of its list; fields that it lacks are left out. */
  write(table: FeedTable, record: Readonly<Record<string, unknown>>): Record<string, unknown>
  order(order: Omit<OutgoingOrder, 'key'>): object
  client(client: Omit<OutgoingClient, 'key'>): object
  /** JSON Schemas of an order, of a client and of a row of the ERP's answers about either. */
  readonly schemas: {
    readonly order: JsonSchema
    readonly client: JsonSchema
    readonly answers: Readonly<Record<keyof Answers, JsonSchema>>
  }
  readAnswers<K extends keyof Answers>(kind: K, rows: readonly unknown[]): Promise<ReadAnswers<Answers[K][number]>>
}

/** Reads a file of a batch. @throws Error when it is larger than the limit, with the message `tooLarge` */
type ReadFile = (limit: { bytes: number; tooLarge: () => Error }) => Promise<Buffer>

export interface PictureFolder {
  /**
   * Gives each file of the next complete batch to `take`, which answers why it is not taken, in Spanish, or null. Files are put
   * away with the report; undefined: there is no batch.
   */
  look(
    take: (name: string, read: ReadFile) => Promise<string | null>,
  ): Promise<{ name: string; taken: number; refused: number; text: string } | undefined>
}

/** What a mapping reads, in words for the audit. */
export interface MappingFacts {
  readonly files: string
  readonly lists: string
}

/** The files that another program exports into the shared folder, and the mapping by which they are read (R406, R408). */
export interface ErpExports {
  /**
   * What the files hold with the answers given so far; nothing is kept.
   * @throws FeedError when the folder cannot be read
   */
  propose(answers: Readonly<Record<string, string>>): Promise<{
    shown: MappingProposal
    /** Whether a question has no answer. */
    isOpen: boolean
    /** What `keep` takes; undefined: there is nothing that can be kept. */
    keep: { readonly mapping: unknown; readonly facts: MappingFacts } | undefined
  }>
  /** Names of the spreadsheets in `entrada` that nothing reads. */
  unread(): Promise<string[]>
  /** The mapping in use; undefined: none. */
  find(t: Queryable): Promise<MappingFacts | undefined>
  keep(t: Queryable, mapping: unknown): Promise<void>
  /** @returns whether there was one */
  drop(t: Queryable): Promise<boolean>
}
