/** The task of the thread that joins the certificates of an order. */
import type { Face } from '../../lib/face.ts'

export interface CertificateOfLine {
  code: string
  description: string
  /** Name of the stored file; null without a certificate. */
  file: string | null
  kind: string
  /** dd/mm/yyyy; '' when it does not expire. */
  expires: string
  expired: boolean
}

export interface OrderCertificatesTask {
  face: Face
  orderId: number
  erpNumber: number | null
  client: string
  /** dd/mm/yyyy: of the order, and of today. */
  orderedOn: string
  date: string
  lines: readonly CertificateOfLine[]
}

/** What became of a certificate: the place of its first page among the certificates' pages, or why it is left out, in Spanish. */
export type Outcome = { page: number } | { why: string }

export const CERTIFICATES_TITLE = 'Certificados del pedido'
