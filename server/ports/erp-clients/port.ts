/** Clients as the ERP is asked to keep them ('alta en el sistema', R203). */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** What the ERP knows of a client's terms. `bonus` in hundredths of a percent. */
export interface ClientTerms {
  sellerId: number | null
  saleCondition: number
  bonus: number
  vatConditionId: number | null
  zoneId: number | null
}

export interface NewErpClient extends ClientTerms {
  businessName: string
  name: string
  cuit: string
  email: string
  address: {
    street: string
    locality: string
    /** '' where it is not known. */
    postalCode: string
    provinceId: number | null
    carrierId: number | null
  }
}

/** The ERP's side of clients. It stores in the shop's tables what a later feed would bring. */
export interface ErpClients {
  /** Makes a client and answers its id. */
  create(t: Transaction<Tables>, client: NewErpClient): Promise<number>
  /** Changes a client's terms. */
  update(t: Transaction<Tables>, clientId: number, terms: ClientTerms): Promise<void>
}
