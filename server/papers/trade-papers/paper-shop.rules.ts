/** The words of a paper's head: the shop, the client, the seller. Pure. */
import { formatCuit } from '../../../contract/cuit.ts'
import type { Face } from '../../lib/face.ts'
import type { Fact, PaperClient, PaperSettings, PaperShop } from './trade-paper.types.ts'

const NOT_AN_INVOICE = 'Documento no válido como factura'

/** The shop as its settings name it (R310); what is not set is left out. @param address the shop's address on the web */
export function paperShopOf(settings: PaperSettings, face: Face, address: string): PaperShop {
  const cuit = settings.FISCAL_CUIT && `CUIT ${formatCuit(settings.FISCAL_CUIT)}`
  const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ')
  const lines = [
    joined(settings.FISCAL_RAZON, cuit, settings.FISCAL_IVA),
    settings.FISCAL_DOMICILIO,
    joined(settings.CONTACTO_MAIL, settings.CONTACTO_TEL, webName(address)),
  ]
  return {
    name: face.name,
    face,
    lines: lines.filter(Boolean),
    legend: settings.NO_ES_FACTURA === '1' ? NOT_AN_INVOICE : '',
  }
}

/** A web address as people write it; '' for one that only this machine knows. */
function webName(address: string): string {
  const host = /^https?:\/\/([^/]+)/.exec(address)?.[1] ?? ''
  return /^(localhost|127\.|\[::1\])/.test(host) ? '' : host
}

/** What papers say of a client; empty facts are left out. */
export const clientFactsOf = ({ code, cuit, vatCondition }: PaperClient): Fact[] =>
  factsOf([
    ['CUIT', formatCuit(cuit)],
    ['IVA', vatCondition],
    ['N° de cliente', code],
  ])

/** The seller with telephone and mail; no fact without a seller. */
export const sellerFact = ({
  seller,
  sellerPhone,
  sellerMail,
}: Pick<PaperClient, 'seller' | 'sellerPhone' | 'sellerMail'>): Fact => [
  'Vendedor',
  seller && [seller, sellerPhone, sellerMail].filter(Boolean).join(' · '),
]

/** Facts that have a value. */
export const factsOf = (facts: readonly Fact[]): Fact[] => facts.filter(([, value]) => String(value).trim() !== '')
