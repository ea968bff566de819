/** What leaves the shop for the ERP, and what the ERP says of it (R31). */

export interface OutgoingLine {
  articleId: number
  code: string
  description: string
  quantity: number
  /** Cents: list price, and what was agreed. */
  listPrice: number
  unitPrice: number
  /** Hundredths of a percent. */
  discount: number
  note: string
}

export interface OutgoingOrder {
  /** The same at each try of one sending; sent again on purpose, it is another. */
  key: string
  id: number
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
  lines: readonly OutgoingLine[]
}

export interface OutgoingClient {
  /** As an order's. */
  key: string
  /** The shop's id, which is the key of everything that is said of it. */
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

/** `exported`: it has it, and will answer later. `observed`: it took it, and somebody has to look. */
export type Verdict = 'exported' | 'accepted' | 'observed' | 'rejected'

export interface OrderAnswer {
  orderId: number
  state: Verdict
  /** NUMERO_PED. */
  number: number | null
  reason: string
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
  /** Hands an order over; the same one may come again, and is the same. Throws what is worth another try. */
  sendOrder(order: OutgoingOrder, signal: AbortSignal): Promise<OrderAnswer>
  /** The same for a client that is new, or whose terms were changed. */
  sendClient(client: OutgoingClient, signal: AbortSignal): Promise<ClientAnswer>
  /**
   * Gives what the ERP said since the last time, in its order, to `take`, and remembers it once that is done; what is
   * answered twice must change nothing. Returns what could not be understood, in Spanish, '' for nothing.
   */
  readAnswers(take: (answers: Answers) => Promise<void>, signal: AbortSignal): Promise<string>
}
