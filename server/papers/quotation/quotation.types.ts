/** A cart as a document shows it. */

export interface QuotationLine {
  code: string
  description: string
  quantity: number
  note: string
  /** Cents one unit costs; null when the article can't be ordered any more. */
  unitPrice: number | null
  /** Stored file of the first picture; null without one. */
  picture: string | null
}

export interface Quotation {
  shopName: string
  client: string
  /** With dashes; '' when there is none. */
  cuit: string
  /** dd/mm/yyyy. */
  date: string
  withPrices: boolean
  lines: QuotationLine[]
  /** Cents: the lines that can be ordered, as in the cart. */
  total: number
}

/** A quotation with the JPEG of each line; null for a line without a picture. */
export interface QuotationPdfTask {
  quotation: Quotation
  pictures: readonly (Uint8Array | null)[]
}

/** The note of a line that can't be ordered any more. */
export const NOT_SOLD = 'Ya no está a la venta'
export const QUOTATION_TITLE = 'Cotización'
