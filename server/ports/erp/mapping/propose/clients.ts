/** The lists that are made of the file of clients: clients, their sellers, zones, addresses and accounts. */
import type { MappedColumn } from '../../../../../contract/erp-mapping.ts'
import { countInWords } from '../../../../../contract/order-text.ts'
import type { ExportColumn } from '../columns-of-export.ts'
import { provinceNamed } from '../province-names.ts'
import { areProvinces, blankAlong, isLikeCode, isLikeText, NEARLY_ALL, namedBy } from './column-kinds.ts'
import type { Concept } from './field-words.ts'
import { listNamed } from './list-names.ts'
import { MOST_LISTS } from './prices.ts'
import { NONE, type Proposal, type Source } from './proposal.ts'

/** The answer by which rows are refused; no list is called so. */
const REFUSED = '(rechazar)'

/** Adds clients, their sellers, zones, VAT conditions, lists, addresses and accounts to the mapping. */
export function mapClients(proposal: Proposal, source: Source): void {
  proposal.use(source, 'clientes')
  const list = 'clientes'
  const code = proposal.field(list, 'CODIGO_CLI', source, 'clientCode', { required: true, fits: isLikeCode })
  const name = proposal.field(list, 'RAZONSOCIAL_CLI', source, 'businessName', { required: true, fits: isLikeText })
  if (code === undefined || name === undefined) return
  const codes = proposal.columnOf(source, code)?.column
  if (!codes) return
  const zeros = proposal.zerosOf(source, codes)
  const own = blankAlong(source.table, code, name) ? [code, name] : undefined
  const clean = own ? { needs: own } : {}
  const key = (): MappedColumn => ({ key: [code], ...zeros })
  const columns: Record<string, MappedColumn> = {
    ID_CLI: key(),
    CODIGO_CLI: { column: code, ...zeros },
    RAZONSOCIAL_CLI: { column: name },
  }
  const take = (
    heading: string,
    concept: Concept,
    fits: (column: ExportColumn) => boolean,
    more: Partial<MappedColumn> = {},
  ) => {
    const value = proposal.field(list, heading, source, concept, { fits })
    if (value === undefined) return undefined
    columns[heading] = proposal.mapped(value, more)
    return proposal.columnOf(source, value)?.column
  }
  take('NOMBRE_CLI', 'contactName', isLikeText)
  take('CUIT_CLI', 'cuit', ({ cuits }) => cuits >= NEARLY_ALL, { leavesOut: 'vacio' })
  take('EMAIL_CLI', 'email', ({ mails }) => mails >= NEARLY_ALL)
  const bonus = take('BONIF_CLI', 'bonus', ({ numbers }) => numbers >= NEARLY_ALL)
  if (bonus) proposal.noteNumbers(source, bonus.heading)
  columns.ACTIVO = proposal.activeOf(list, source)
  mapNamed(proposal, source, columns, 'vendedores', 'ID_VC', 'DESCRIP_VC', 'seller')
  mapNamed(proposal, source, columns, 'zonas', 'ID_ZON', 'DESCRIPCION_ZON', 'zone')
  mapNamed(proposal, source, columns, 'ivas', 'ID_IVA', 'DESCRIP_IVA', 'vatCondition')
  mapListOf(proposal, source, columns)
  proposal.lists.push({ list, file: source.alias, columns, ...clean })
  mapAddresses(proposal, source, key, own)
  mapBalances(proposal, source, key, own)
}

/**
 * By which list a client buys: the file of clients names it as the file of prices does, or by its number. A text that is
 * no list's name is asked about, and its rows are refused rather than given another list's prices. So is what clients
 * without a list see.
 */
function mapListOf(proposal: Proposal, source: Source, columns: Record<string, MappedColumn>): void {
  const lists = proposal.priceLists
  if (lists.length === 0) return
  const value = proposal.field('clientes', 'ID_LIS', source, 'listName', {
    fits: ({ values }) => values.size <= MOST_LISTS,
    shows: ({ shown }) => shown.some((text) => /\p{L}{2}/u.test(text) && listNamed(lists, text) !== undefined),
  })
  const column = value === undefined ? undefined : proposal.columnOf(source, value)?.column
  if (value === undefined || !column) return
  const known: Record<string, string> = {}
  const options = lists.map(({ key, label }) => [key, label] as const)
  for (const text of column.shown) {
    const list = listNamed(lists, text)
    const key = list
      ? list.key
      : proposal.ask(
          `clientes.ID_LIS.${text}`,
          `En «${value}» de ${source.table.sheet.file} hay «${text}», que no es el nombre de una lista. ¿Qué lista ven esos clientes?`,
          [...options, [REFUSED, 'Se rechazan esas filas']],
          REFUSED,
        )
    if (key !== REFUSED) known[text] = key
  }
  const [base] = lists
  const blank =
    column.blanks > 0 && base
      ? proposal.ask(
          'clientes.ID_LIS.(vacía)',
          `En ${source.table.sheet.file} hay ${countInWords(column.blanks, 'cliente', 'clientes')} sin «${value}». ¿Qué lista ven?`,
          options,
          base.key,
        )
      : NONE
  columns.ID_LIS = { key: [value], zeros: 0, values: known, ...(blank === NONE ? {} : { blank }) }
}

/** Sellers, zones, … that stand by their name, or by a code whose names another file has. */
function mapNamed(
  proposal: Proposal,
  source: Source,
  clients: Record<string, MappedColumn>,
  list: string,
  id: string,
  label: string,
  concept: Concept,
): void {
  const value = proposal.field('clientes', id, source, concept, { fits: ({ values }) => values.size <= 500 })
  const column = value === undefined ? undefined : proposal.columnOf(source, value)?.column
  if (value === undefined || !column) return
  const zeros = column.digits > 0 ? { zeros: 0 } : {}
  clients[id] = { key: [value], ...zeros }
  // A code that another file explains is shown by its name.
  const other = proposal.sources.find(
    (one) =>
      one !== source && !proposal.used.has(one.alias) && one.table.columns.length <= 8 && namedBy(one.table, column),
  )
  const found = other && namedBy(other.table, column)
  if (other && found) {
    proposal.use(other, list)
    proposal.lists.push({
      list,
      file: other.alias,
      columns: { [id]: { key: [found.key.heading], ...zeros }, [label]: { column: found.name.heading } },
    })
    return
  }
  proposal.lists.push({
    list,
    file: source.alias,
    once: 'una',
    needs: [value],
    columns: { [id]: { key: [value], ...zeros }, [label]: { column: value } },
  })
}

function mapAddresses(proposal: Proposal, source: Source, key: () => MappedColumn, own: string[] | undefined): void {
  const list = 'direcciones'
  const street = proposal.field(list, 'DIRECCION_DIR', source, 'street', { fits: isLikeText })
  if (street === undefined) return
  const columns: Record<string, MappedColumn> = { ID_DIR: key(), ID_CLI: key(), DIRECCION_DIR: { column: street } }
  const locality = proposal.field(list, 'LOCALIDAD_DIR', source, 'locality', { fits: isLikeText })
  if (locality !== undefined) columns.LOCALIDAD_DIR = { column: locality }
  const province = proposal.field(list, 'IDPRV_DIR', source, 'province', { fits: areProvinces })
  const provinces = province === undefined ? undefined : proposal.columnOf(source, province)?.column
  if (province !== undefined && provinces) {
    const unknown = provinces.shown.filter((text) => provinceNamed(text) === undefined)
    const mapped: MappedColumn = { column: province }
    if (unknown.length === 0) columns.IDPRV_DIR = mapped
    else {
      const answer = proposal.ask(
        'direcciones.provincias',
        `En «${province}» hay textos que no son provincias: ${unknown.slice(0, 4).join(', ')}. ¿Qué se hace con esas direcciones?`,
        [
          ['sin', 'Quedan sin provincia'],
          ['rechazar', 'Se rechazan'],
        ],
        'sin',
      )
      columns.IDPRV_DIR = answer === 'sin' ? { ...mapped, otherwise: '' } : mapped
    }
  }
  const postal = proposal.field(list, 'CP_DIR', source, 'postalCode')
  if (postal !== undefined) columns.CP_DIR = { column: postal }
  proposal.lists.push({
    list,
    file: source.alias,
    needs: [...(own ?? []), ...(own?.includes(street) ? [] : [street])],
    columns,
  })
}

function mapBalances(proposal: Proposal, source: Source, key: () => MappedColumn, own: string[] | undefined): void {
  const list = 'cuentas'
  const isAmount = ({ numbers }: ExportColumn) => numbers >= NEARLY_ALL
  const balance = proposal.field(list, 'SALDO_CTA', source, 'balance', { fits: isAmount })
  if (balance === undefined) return
  const limit = proposal.field(list, 'LIMITE_CTA', source, 'creditLimit', { fits: isAmount })
  proposal.noteNumbers(source, balance)
  if (limit !== undefined) proposal.noteNumbers(source, limit)
  const columns: Record<string, MappedColumn> = {
    ID_CLI: key(),
    FECHA_CTA: { moment: 'archivo' },
    SALDO_CTA: { column: balance, blank: '0' },
    ...(limit === undefined ? {} : { LIMITE_CTA: { column: limit } }),
  }
  proposal.lists.push({ list, file: source.alias, columns, ...(own ? { needs: own } : {}) })
}
