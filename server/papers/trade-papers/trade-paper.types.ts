/** A paper that the shop hands to one client or to its depot: a quotation, an order, a packing list. All have one look. */
import type { SettingKey } from '../../../contract/setting-keys.ts'
import type { VatSums } from '../../../contract/vat.ts'
import type { Face } from '../../lib/face.ts'

/** The settings that papers show. */
export const paperSettingKeys = [
  'FISCAL_RAZON',
  'FISCAL_CUIT',
  'FISCAL_IVA',
  'FISCAL_DOMICILIO',
  'CONTACTO_MAIL',
  'CONTACTO_TEL',
  'COTIZACION_DIAS',
  'COTIZACION_TEXTO',
  'NO_ES_FACTURA',
  'PRECIOS_CON_IVA',
] as const satisfies readonly SettingKey[]
export type PaperSettings = Record<(typeof paperSettingKeys)[number], string>

/** Somebody whom a paper is for. */
export interface PaperClient {
  name: string
  code: string
  /** Digits; '' when there is none. */
  cuit: string
  vatCondition: string
  saleCondition: number | null
  seller: string
  sellerPhone: string
  sellerMail: string
}

/** A number stays one in the sheet of the paper. */
export type Fact = readonly [label: string, value: string | number]

/** Whose paper it is: what stands under the shop's sign, a line each. */
export interface PaperShop {
  name: string
  face: Face
  lines: readonly string[]
  /** What is said on every page that it is not (R310); '' where the shop does not want it. */
  legend: string
}

export interface PaperLine {
  code: string
  description: string
  /** Null in a quotation of chosen articles, which asks for no quantity. */
  quantity: number | null
  /** Units of a bulto; 0 or 1 where the article has none. */
  unitsPerPack: number
  /** The article is sold in multiples of this many units; 1 is any number. */
  multiple: number
  note: string
  /** The price of one unit; null without prices, and for an article that can't be ordered any more. */
  price: PaperPrice | null
  /** Hundredths of a percent, in a quotation; null or absent: nobody told one. */
  vatRate?: number | null
  /** Whether the article can't be ordered any more, which is told below its description. */
  soldOut: boolean
  /** What became of the line where it does not come as it was ordered (R319); absent for nothing. */
  became?: string
  /** Stored file of the picture; null for none. */
  picture: string | null
}

export interface PaperPrice {
  /** Cents. */
  list: number
  /** Hundredths of a percent; null for a price that was agreed for this line. */
  discount: number | null
  /** How it comes about, where it is not the article's discount: '−10 % desde 24'; '' or absent otherwise. */
  reason?: string
  /** Cents that one unit costs. */
  unit: number
}

export interface TradePaper {
  shop: PaperShop
  title: string
  /** '' for none. */
  number: string
  /** Facts beside the title: its days. */
  days: readonly Fact[]
  client: string
  /** Facts of the client, and of what was agreed: both stand below the head. */
  clientFacts: readonly Fact[]
  terms: readonly Fact[]
  note: string
  /** 'prices' shows amounts and a total; 'plain' neither; 'packing' neither, but a box to tick for each line. */
  kind: 'prices' | 'plain' | 'packing'
  withPictures: boolean
  /** Says below the table how many articles and units there are; absent: it does. */
  withCounts?: boolean
  lines: readonly PaperLine[]
  /** Cents: of all lines with a price. Nothing shows it without prices. */
  total: number
  /** What it comes to with VAT (R357); null or absent where nothing is said of it. */
  vat?: PaperVat | null
  /** What comes and what was billed, in cents, where that is not what was ordered (R319). */
  otherTotals?: readonly (readonly [label: string, cents: number])[]
  /** Sentences below the total. */
  closing: readonly string[]
}

/** The VAT of a paper's amounts, and whether they hold it. */
export interface PaperVat {
  sums: VatSums
  pricesWithVat: boolean
}

/** A paper with the JPEG of each picture by the name of its file; null for one that is not stored. */
export interface TradePaperTask {
  paper: TradePaper
  pictures: ReadonlyMap<string, Uint8Array | null>
}

export const NOT_SOLD = 'Ya no está a la venta'
