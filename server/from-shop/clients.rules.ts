/** The clients of an export: rows of one person become one, and each needs a CUIT (R413). Pure. */
import { parseCuit } from '../../contract/cuit.ts'
import { PROVINCES } from '../../contract/provinces.ts'
import { foldText } from '../lib/search-text.ts'
import type { ForeignAddress, ForeignClient, ShopRow } from './shop.types.ts'
import type { FieldOf } from './shop-columns.rules.ts'

type Row = ShopRow<FieldOf<'clients'>>
type Collected = { -readonly [K in keyof ForeignClient]: ForeignClient[K] } & { addresses: ForeignAddress[] }

/** The clients of all files together: rows with the same mail, or the same number, are one client with several addresses. */
export function clientsOf(rows: Iterable<Row>): ForeignClient[] {
  const clients: Collected[] = []
  const known = new Map<string, Collected>()
  for (const { at, get } of rows) {
    if (/^(0|no|false)$/i.test(get('active'))) continue
    const keys = [get('email') && `mail ${get('email').toLowerCase()}`, get('id') && `id ${get('id')}`].filter(Boolean)
    const taxId = get('taxId') || get('document')
    const found = keys.map((key) => known.get(key)).find((client) => client !== undefined)
    const isOther = found !== undefined && taxId !== '' && found.taxId !== '' && digits(found.taxId) !== digits(taxId)
    const client: Collected =
      found && !isOther ? found : { at, company: '', person: '', email: '', phone: '', taxId: '', addresses: [] }
    if (client !== found) clients.push(client)
    for (const key of keys) if (!known.has(key) || isOther) known.set(key, client)
    client.company ||= get('company')
    client.person ||= [get('firstName') || get('name'), get('lastName')].filter(Boolean).join(' ')
    client.email ||= get('email')
    client.phone ||= get('phone')
    client.taxId ||= taxId
    const address = addressOf(get)
    if (address && !client.addresses.some((other) => sameAddress(other, address))) client.addresses.push(address)
  }
  return clients
}

const digits = (text: string): string => text.replace(/\D/g, '')

function addressOf(get: Row['get']): ForeignAddress | null {
  const street = [get('street'), get('number'), get('street2')].filter(Boolean).join(' ')
  return street === ''
    ? null
    : {
        street,
        locality: get('locality'),
        province: get('province'),
        postalCode: get('postalCode'),
        country: get('country'),
      }
}

export const sameAddress = (one: ForeignAddress, other: ForeignAddress): boolean =>
  foldText(`${one.street} ${one.locality}`) === foldText(`${other.street} ${other.locality}`)

/** A client's CUIT, or why it has none, in Spanish. */
export function cuitOf({ taxId }: ForeignClient): { cuit: string } | { reason: string } {
  if (taxId === '') return { reason: 'No tiene CUIT' }
  const cuit = parseCuit(taxId.replace(/^cui[tl]\s*:?\s*/i, ''))
  if (cuit) return { cuit }
  const count = digits(taxId).length
  if (count === 7 || count === 8) return { reason: 'Tiene un DNI y no un CUIT' }
  return { reason: count === 11 ? 'El dígito verificador del CUIT no corresponde' : 'El CUIT no tiene once dígitos' }
}

/** ISO 3166-2:AR: WooCommerce and Shopify name a province by its letter. */
const LETTERS: Readonly<Record<string, number>> = {
  ...{ A: 9, B: 1, C: 0, D: 11, E: 5, F: 8, G: 13, H: 16, J: 10, K: 2, L: 21, M: 7 },
  ...{ N: 19, P: 18, Q: 20, R: 22, S: 12, T: 14, U: 17, V: 24, W: 4, X: 3, Y: 6, Z: 23 },
}
const byName = new Map<string, number>(PROVINCES.map(([id, name]) => [foldText(name), id]))
for (const name of ['ciudad autonoma de buenos aires', 'ciudad de buenos aires', 'capital federal', 'c.a.b.a.'])
  byName.set(name, 0)

const isArgentina = (country: string): boolean => /^(ar|arg|argentina)?$/i.test(country)

/** The tax authority's id of a province by its name or its letter; null: none of the country's, or not known. */
export function provinceOf({ province, country }: ForeignAddress): number | null {
  if (!isArgentina(country)) return null
  const letter = /^(?:ar-)?([a-z])$/i.exec(province)?.[1]?.toUpperCase()
  if (letter) return LETTERS[letter] ?? null
  return byName.get(foldText(province).replace(/^provincia (de |del )?/, '')) ?? null
}
