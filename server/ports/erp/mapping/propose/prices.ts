/** The lists of prices: a column for each, or a row for each article and list. */
import type { MappedColumn } from '../../../../../contract/erp-mapping.ts'
import { cellText, type ExportColumn, isUnique } from '../columns-of-export.ts'
import { clientScore, isLikeText, keyOf, NEARLY_ALL, pricesOf } from './column-kinds.ts'
import { hints, isPlainPrice, names } from './field-words.ts'
import { listNamed } from './list-names.ts'
import { labelOf, NONE, type Proposal, type Source } from './proposal.ts'

const NO_PRICES = 'Los precios no están en estos archivos'
/** More lists of prices than a shop has. */
export const MOST_LISTS = 60

/** Adds the base prices to the mapping, and those of other lists; notes which lists there are. */
export function mapPrices(
  proposal: Proposal,
  articles: Source,
  code: string,
  zeros: { zeros?: number },
  needs: string[] | undefined,
): void {
  const codes = proposal.columnOf(articles, code)?.column
  if (!codes) return
  const holders = proposal.sources
    .filter((source) => clientScore(source.table) < 2 || source === articles)
    .map((source) => ({
      source,
      prices: pricesOf(source.table),
      key: source === articles ? codes : keyOf(source.table, codes),
    }))
    .flatMap(({ source, prices, key }) => (prices.length > 0 && key ? [{ source, prices, key }] : []))
  if (holders.length === 0) {
    const numbers = articles.table.columns.filter((column) => column.numbers >= NEARLY_ALL && column !== codes)
    const chosen = proposal.ask(
      'precios.PRECIO_LPI',
      `Ningún título dice cuál es el precio. ¿Qué columna de ${articles.table.sheet.file} lo tiene?`,
      [
        [NONE, NO_PRICES],
        ...numbers.map((column) => [column.heading, proposal.optionLabel(articles, articles, column)] as const),
      ],
      NONE,
    )
    const price = numbers.find(({ heading }) => heading === chosen)
    if (!price) return
    holders.push({ source: articles, prices: [price], key: codes })
  }
  let holder = holders.find(({ source }) => source === articles) ?? holders[0]
  if (holders.length > 1) {
    const options = holders.map(
      ({ source, prices }) =>
        [source.alias, `${labelOf(source)}: ${prices.map(({ heading }) => heading).join(', ')}`] as const,
    )
    const other = holders.find(({ source }) => source !== articles)
    const chosen = proposal.ask(
      'precios.archivo',
      '¿De qué archivo salen los precios? Hay más de uno con precios.',
      options,
      other?.source.alias ?? '',
    )
    holder = holders.find(({ source }) => source.alias === chosen) ?? holder
  }
  if (!holder) return
  const { source, prices, key } = holder
  const keyColumn: MappedColumn = { key: [key.heading], ...(key.digits > 0 || source === articles ? zeros : {}) }
  const own = source === articles ? needs : key.blanks > 0 ? [key.heading] : undefined
  const clean = own ? { needs: own } : {}
  const listColumns = isUnique(key)
    ? []
    : source.table.columns.filter((column) => names(column.heading, 'listName') && column.values.size <= 60)
  const listColumn = listColumns.find((column) => !isLikeText(column)) ?? listColumns[0]
  const listName = listColumns.find((column) => isLikeText(column)) ?? listColumn
  const base = basePrice(proposal, source, prices)
  if (base === undefined) return
  proposal.use(source, 'precios')
  for (const { heading } of prices) proposal.noteNumbers(source, heading)
  const price = (column: ExportColumn): MappedColumn => ({
    column: column.heading,
    ...blankPrice(column),
    ...rounding(proposal, source, column),
  })
  if (listColumn && listName) {
    mapLongPrices(proposal, source, keyColumn, { list: listColumn, name: listName }, price(base), clean)
    return
  }
  proposal.lists.push({
    list: 'precios',
    file: source.alias,
    columns: { ID_ART: keyColumn, PRECIO_LPI: price(base) },
    ...clean,
  })
  const others = prices.filter((column) => column !== base)
  if (others.length === 0) return
  const answer = proposal.ask(
    'precios.otras',
    `Además de «${base.heading}» hay ${others.map(({ heading }) => `«${heading}»`).join(', ')}. ¿Son otras listas de precios de venta?`,
    [
      ['no', 'No: no se usan'],
      ['todas', 'Sí: cada una es una lista'],
      ...others.slice(0, 20).map(({ heading }) => [`solo:${heading}`, `Solo «${heading}»`] as const),
    ],
    haveClientsOf(proposal, others) ? 'todas' : 'no',
  )
  const chosen = answer === 'todas' ? others : others.filter(({ heading }) => answer === `solo:${heading}`)
  if (chosen.length === 0) return
  proposal.priceLists = [
    { key: '', label: `La lista base, «${base.heading}»`, names: [base.heading] },
    ...chosen.map(({ heading }) => ({ key: heading, label: `«${heading}»`, names: [heading] })),
  ]
  const rounds = chosen.some((column) => rounding(proposal, source, column).rounds)
  proposal.lists.push({
    list: 'precios_listas',
    file: source.alias,
    priceColumns: chosen.map(({ heading }) => ({ name: heading, column: heading })),
    columns: {
      ID_ART: keyColumn,
      ...(rounds ? { PRECIO_LPI: { column: chosen[0]?.heading ?? '', rounds: true } } : {}),
    },
    ...clean,
  })
}

/** Whether a file of clients names one of these columns as a list: left out, its clients would see the base one's prices. */
function haveClientsOf(proposal: Proposal, prices: readonly ExportColumn[]): boolean {
  const lists = prices.map(({ heading }) => ({ key: heading, label: heading, names: [heading] }))
  return proposal.sources.some(
    ({ table }) =>
      clientScore(table) >= 2 &&
      table.columns.some(
        ({ heading, shown, values }) =>
          values.size <= MOST_LISTS &&
          shown.some(
            (text) =>
              (/\p{L}{2}/u.test(text) || names(heading, 'listName') || hints(heading, 'listName')) &&
              listNamed(lists, text) !== undefined,
          ),
      ),
  )
}

/** The column of the base list; several, or one that may be another currency's, a pack's or VAT's, are asked about. */
function basePrice(proposal: Proposal, source: Source, prices: readonly ExportColumn[]): ExportColumn | undefined {
  const id = 'precios.PRECIO_LPI'
  const [first] = prices
  const isOne =
    prices.length === 1 &&
    first !== undefined &&
    first.otherCurrency === 0 &&
    first.numbers >= NEARLY_ALL &&
    isPlainPrice(first.heading)
  const options = [
    ...prices.map((column) => [column.heading, proposal.optionLabel(source, source, column)] as const),
    [NONE, NO_PRICES] as const,
  ]
  const chosen = isOne
    ? first.heading
    : proposal.ask(
        id,
        `¿Qué columna de ${source.table.sheet.file} es el precio de lista, el que ve un cliente sin lista propia?`,
        options,
        first?.heading ?? '',
      )
  const base = prices.find(({ heading }) => heading === chosen)
  proposal.fields.set('precios', [
    {
      id,
      heading: 'PRECIO_LPI',
      label: 'Precio',
      column: base?.heading ?? '',
      options: options.map(([value, label]) => ({ value, label })),
      sure: isOne,
    },
  ])
  return base
}

const blankPrice = ({ blanks }: ExportColumn): Partial<MappedColumn> => (blanks > 0 ? { blank: '0' } : {})

function rounding(proposal: Proposal, source: Source, column: ExportColumn): { rounds?: true } {
  if (column.longDecimals === 0) return {}
  const id = `${source.alias}.redondear`
  const before = proposal.questions.find((question) => question.id === id)
  const answer =
    before?.value ??
    proposal.ask(
      id,
      `En ${source.table.sheet.file} hay precios con más de dos decimales, por ejemplo ${column.shown.find((text) => /[.,]\d{3,}$/.test(text)) ?? ''}. ¿Se redondean al centavo?`,
      [
        ['si', 'Sí, se redondean'],
        ['no', 'No: esas filas se rechazan'],
      ],
      'si',
    )
  return answer === 'si' ? { rounds: true } : {}
}

/** Prices with the list's name in a column: one of the lists is the base. */
function mapLongPrices(
  proposal: Proposal,
  source: Source,
  key: MappedColumn,
  { list, name }: { list: ExportColumn; name: ExportColumn },
  price: MappedColumn,
  clean: { needs?: string[] },
): void {
  const values = list.shown
  const best = values.find((text) => /^(0*1|general|base|publico|p[uú]blico|minorista)$/i.test(text)) ?? values[0] ?? ''
  const base = proposal.ask(
    'precios.lista-base',
    `En «${list.heading}» hay ${values.length} listas de precios. ¿Cuál es la base, la que ve un cliente sin lista propia?`,
    values.map((text) => [text, listLabel(source, list, name, text)] as const),
    best,
  )
  proposal.lists.push({
    list: 'precios',
    file: source.alias,
    only: [{ column: list.heading, values: [base] }],
    columns: { ID_ART: key, PRECIO_LPI: price },
    ...clean,
  })
  const others = values.filter((text) => text !== base)
  proposal.priceLists = [base, ...others].map((text, at) => {
    const label = listLabel(source, list, name, text)
    const names = label === text ? [text] : [text, label.slice(text.length + 2)]
    return { key: at === 0 ? '' : text, label: at === 0 ? `La lista base, «${label}»` : `«${label}»`, names }
  })
  if (others.length === 0) return
  const only = [{ column: list.heading, values: others }]
  const zeros = list.digits > 0 ? { zeros: 0 } : {}
  proposal.lists.push({
    list: 'listas',
    file: source.alias,
    once: 'una',
    only,
    columns: { ID_LIS: { key: [list.heading], ...zeros }, DESCRIP_LIS: { column: name.heading } },
    ...clean,
  })
  proposal.lists.push({
    list: 'precios_listas',
    file: source.alias,
    only,
    columns: { ID_LIS: { key: [list.heading], ...zeros }, ID_ART: key, PRECIO_LPI: price },
    ...clean,
  })
}

/** A list's code with the name that stands beside it. */
function listLabel({ table }: Source, list: ExportColumn, name: ExportColumn, code: string): string {
  if (list === name) return code
  const row = table.rows.find(({ cells }) => cellText(cells[list.place]) === code)
  return `${code}: ${cellText(row?.cells[name.place])}`
}
