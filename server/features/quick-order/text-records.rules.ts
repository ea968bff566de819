/**
 * Orders in which labels stand before values: 'Código: RY10013' above 'Cantidad: 12', or a table that lies on its side, with the codes in
 * one line and their quantities in another. Pure.
 */
import { codeKey, fold } from '../../../contract/codes.ts'
import type { KnownArticle, KnownArticles } from './quick-order.types.ts'
import { question } from './quick-order.types.ts'
import type { Read } from './text-halves.rules.ts'
import { isCodeHeading, quantityUnit } from './text-headings.rules.ts'
import type { Unit } from './text-pieces.rules.ts'
import { readCells } from './text-tables.rules.ts'
import { isDoubtful, wordsOf } from './text-words.rules.ts'
import type { WrittenLine } from './text-written.rules.ts'

/** Lines that are read together, by the first of them, with what they say. */
export type Together<A extends KnownArticle> = ReadonlyMap<
  WrittenLine,
  { readonly lines: readonly WrittenLine[]; readonly entries: readonly Read<A>[] }
>
type UnitOfAll = Extract<Unit, 'packs' | 'dozens' | 'unsure'> | undefined

/** What of a text stands in records or in tables that lie on their side. */
export function recordsOf<A extends KnownArticle>(
  lines: readonly WrittenLine[],
  shop: KnownArticles<A>,
  unit: UnitOfAll,
): Together<A> {
  return new Map([...upright(lines, shop, unit), ...onTheirSide(lines, shop, unit)])
}

const LABEL = /^\W*(\p{L}[\p{L}.°º ]{0,24}?)\s*[:=]\s*([^:=]*?)\s*$/u
const SPACED_LABEL = /^\W*(ean|c[oó]d\w*|art\w*|sku|cant\w*|cdad|unidades|bultos)\.?\s+(\S[^:=]*)$/iu

const LABELS_A_CODE = /^\W*(n[°º] )?(c[oó]d|art|sku|ref|ean|[ií]tem|producto)/i

interface Labelled {
  readonly line: WrittenLine
  readonly kind: 'code' | 'quantity' | 'other'
  readonly label: string
  readonly value: string
}

function labelled<A extends KnownArticle>(line: WrittenLine, shop: KnownArticles<A>): Labelled {
  const [, label = '', value = ''] = LABEL.exec(line.read) ?? SPACED_LABEL.exec(line.read) ?? []
  const heading = fold(label).trim()
  const isWhole = value === '' || shop.byCode(codeKey(fold(value))).length > 0 || !/\s/.test(value)
  // 'Item: 3' counts them, unless it is a code.
  const isItem = /^(item|producto)$/.test(heading) && /\p{L}/u.test(value) && isWhole
  const isCount = /^([-–]*|null|\d+(\s?\p{L}{1,9}\.?)?)$/u.test(value)
  const kind =
    (isCodeHeading(heading) || isItem) && isWhole
      ? 'code'
      : quantityUnit(heading) !== undefined && isCount
        ? 'quantity'
        : 'other'
  return { line, kind, label: heading, value }
}

/** Lines of one label each: a record begins where its first label comes again. */
function upright<A extends KnownArticle>(
  lines: readonly WrittenLine[],
  shop: KnownArticles<A>,
  unit: UnitOfAll,
): Together<A> {
  if (!lines.some(({ read }) => LABELS_A_CODE.test(read))) return new Map()
  const all = lines.map((line) => labelled(line, shop))
  const first = all.find(({ kind }) => kind !== 'other')?.kind
  const codes = all.filter(({ kind }) => kind === 'code')
  const isRecords = codes.length > 0 && all.some(({ kind }) => kind === 'quantity')
  // 'Código:' without one: what follows may belong to it or not.
  if (!isRecords || codes.some(({ value }) => value === '')) return new Map()
  const starts = all.flatMap(({ kind }, at) => (kind === first ? [at] : []))
  return new Map(
    starts.flatMap((start, at) => {
      const rest = all.slice(start, starts[at + 1])
      const end = rest.findLastIndex(({ kind }) => kind !== 'other')
      const record = rest.slice(0, end + 1)
      const [code, ...more] = record.filter(({ kind }) => kind === 'code')
      const entry = code && more.length === 0 ? ofRecord(record, code, shop, unit) : undefined
      return entry && record[0]
        ? [[record[0].line, { lines: record.map(({ line }) => line), entries: [entry] }] as const]
        : []
    }),
  )
}

function ofRecord<A extends KnownArticle>(
  record: readonly Labelled[],
  code: Labelled,
  shop: KnownArticles<A>,
  unit: UnitOfAll,
): Read<A> {
  const here = {
    lines: record.flatMap(({ line }) => line.lines),
    text: record.map(({ line }) => line.text).join('\n'),
  }
  const counts = record.flatMap(({ kind, label, value }) =>
    kind === 'quantity' ? [{ text: value, unit: quantityUnit(label) ?? '' }] : [],
  )
  // 'Stock actual: 3' is a number beside the order; words may speak against it.
  const speaks = record.some(
    ({ kind, value }) => kind === 'other' && [...wordsOf(value)].some((word) => isDoubtful(word)),
  )
  const read = readCells(here, code.value, counts, shop, unit)
  return speaks && read.kind === 'line' ? question(here, 'inWords', [read.article], read.quantity) : read
}

const CELL_SIGNS: ReadonlySet<string> = new Set(['\t', ';', '|'])
const SIGNS = [...CELL_SIGNS, ' - ', ',']
/** Codes that may be quantities. */
const MAY_COUNT = /^[1-9]\d{0,3}$/
/** How far below its codes the quantities of a table on its side may stand. */
const FARTHEST = 4

/** Codes in one line and as many quantities in another. */
function onTheirSide<A extends KnownArticle>(
  lines: readonly WrittenLine[],
  shop: KnownArticles<A>,
  unit: UnitOfAll,
): Together<A> {
  const found = new Map<WrittenLine, { lines: WrittenLine[]; entries: Read<A>[] }>()
  for (const [at, line] of lines.entries()) {
    const codes = cellsOf(line.read)
    const known = codes?.cells.filter((cell) => shop.byCode(codeKey(fold(cell))).length > 0) ?? []
    const isCodes =
      codes &&
      known.length > 1 &&
      (isCodeHeading(codes.label) ||
        (known.length === codes.cells.length && known.every((cell) => !MAY_COUNT.test(cell))))
    if (!codes || !isCodes) continue
    const below = lines.slice(at + 1, at + 1 + FARTHEST)
    const rows = below.flatMap((other, far) => {
      const row = cellsOf(other.read)
      const isQuantities =
        row?.sign === codes.sign &&
        // Copied rows lose the empty cells at their end.
        (row.cells.length === codes.cells.length ||
          (row.cells.length < codes.cells.length && CELL_SIGNS.has(codes.sign))) &&
        row.cells.every((cell) => /^(\d{1,6}|[-–]?)$/.test(cell)) &&
        (row.label === ''
          ? row.cells.length === codes.cells.length && far === 0
          : isOrderedHeading(row.label))
      return isQuantities ? [{ far, row }] : []
    })
    const [quantities, ...others] = rows
    if (!quantities || others.length > 0) continue
    const { far, row } = quantities
    const all = lines.slice(at, at + 2 + far)
    const here = { lines: all.flatMap((one) => one.lines), text: all.map(({ text }) => text).join('\n') }
    const entries = codes.cells.flatMap((cell, place) =>
      cell === ''
        ? []
        : [
            readCells(
              here,
              cell,
              [{ text: row.cells[place] ?? '', unit: quantityUnit(row.label) ?? '' }],
              shop,
              unit,
            ),
          ],
    )
    found.set(line, { lines: all, entries })
  }
  return found
}

/** 'Pedido', and 'pedido nov'; never 'vendido'. */
const isOrderedHeading = (label: string): boolean =>
  quantityUnit(label) !== undefined || /^(pedidos?|cantidad(es)?|pedir|a pedir)\b/.test(label)

function cellsOf(text: string): { sign: string; label: string; cells: string[] } | undefined {
  const sign = SIGNS.find((one) => text.includes(one))
  if (sign === undefined) return
  const isLabelApart =
    /^[^:]*\p{L}[^:]*:\s*[^:]+$/u.test(text) && !text.includes(`:${sign}`) && !/:\s*\|/.test(text)
  const [front = '', ...behind] = isLabelApart ? text.split(':') : []
  const parts = (isLabelApart ? behind.join(':') : text).split(sign).map((cell) => cell.trim())
  const [head = ''] = parts
  const heading = fold(isLabelApart ? front : head)
    .replace(/:$/, '')
    .replace(/e?s( respectivamente)?$/, (end) => (end.includes('respectivamente') ? '' : end))
  const label = heading
    .replace(/^codigos$/, 'codigo')
    .replace(/^cantidades$/, 'cantidad')
    .trim()
  if (isLabelApart) return { sign, label, cells: parts }
  return /\d/.test(head) ? { sign, label: '', cells: parts } : { sign, label, cells: parts.slice(1) }
}
