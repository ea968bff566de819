import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { CartLine } from '../../../../contract/cart.ts'
import { categoryTree, type TreeRow } from '../../../../contract/catalogue.ts'
import { noLongerSold } from '../../../../contract/orders.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { useCartOwner, useSaveCartLine } from '../../../shop/cart.ts'
import { isOrderable } from '../../../shop/cart-amounts.ts'
import { useComingPrices } from '../../../shop/coming-prices.ts'
import { useLastTaken } from '../../../shop/last-taken.ts'
import { CartMovesNote } from '../../../shop/PriceSince.tsx'
import { moveInColumn } from '../../../ui/column-keys.ts'
import { Money } from '../../../ui/Money.tsx'
import { type BrandNames, type CartOrder, findLines, groupLines, orderLines } from './arrange-lines.ts'
import { CartRow } from './CartRow.tsx'
import { CartTools } from './CartTools.tsx'
import styles from './cart.module.css'
import { useCartView } from './cart-view.ts'
import { shownUnits } from './shown-units.ts'

/** From this many lines on, the cart shows its search, sort order and groups. */
const MANY = 6

const namesOf = (rows: readonly TreeRow[]): BrandNames =>
  new Map(
    rows.flatMap(({ brandId, brand, categoryId }, at) =>
      brandId === null || categoryId !== null ? [] : [[brandId, { name: brand ?? '', at }] as const],
    ),
  )
const noBrands: BrandNames = new Map()

/** Articles that were removed here; kept outside of the list, which goes with its last line. */
const removed = new Set<number>()

/** 'Deshacer' goes with its message, and takes the focus along: the row that is back gets it. */
function useFocusOfReturned(lines: readonly CartLine[], list: RefObject<HTMLElement | null>): void {
  const before = useRef<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const returned = lines.find(({ articleId }) => removed.has(articleId) && !before.current.has(articleId))
    before.current = new Set(lines.map(({ articleId }) => articleId))
    if (!returned) return
    removed.delete(returned.articleId)
    if (document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-article="${returned.articleId}"] [data-remove]`)?.focus()
  }, [lines, list])
}

/** The lines of a cart, each a dense row. Enter and the arrow keys move between the quantities as in a spreadsheet. */
export function CartLines({ lines }: { lines: readonly CartLine[] }) {
  const { userId, clientId } = useCartOwner()
  const save = useSaveCartLine()
  const lastTaken = useLastTaken()
  const coming = useComingPrices(
    lines.map(({ articleId }) => articleId),
    clientId,
  )
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [view, setView] = useCartView(userId)
  const needsBrands = view.byBrand || view.order === 'brand'
  const { data: brands = noBrands } = useQuery({
    ...queryOf(categoryTree),
    select: namesOf,
    enabled: needsBrands,
  })
  const blocked = lines.filter((line) => !isOrderable(line)).length
  const places = useSettledOrder(lines, view.order, brands)
  const found = findLines(lines, text).toSorted(
    (a, b) => (places.get(a.articleId) ?? 0) - (places.get(b.articleId) ?? 0),
  )

  const quantities = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-quantity] input') ?? [])]
  useFocusOfReturned(lines, list)
  const removeLine = (line: CartLine, row: HTMLElement | null) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
    const at = buttons.findIndex((button) => row?.contains(button))
    const next = buttons[at + 1] ?? buttons[at - 1] ?? document.getElementById('contenido')
    // A row removed while it has the focus hands the focus to its neighbour. A focus that has moved elsewhere stays there.
    setTimeout(() => row?.contains(document.activeElement) && next?.focus())
    removed.add(line.articleId)
    save({ articleId: line.articleId, code: line.code, quantity: 0, article: line, shown: shownUnits(line) })
  }
  const rows = (some: readonly CartLine[], level: 2 | 3) => (
    <ul>
      {some.map((line) => (
        <CartRow
          key={line.articleId}
          line={line}
          level={level}
          lastUnitPrice={lastTaken.get(line.articleId)?.unitPrice}
          coming={coming.get(line.articleId)}
          onRemove={removeLine}
        />
      ))}
    </ul>
  )
  return (
    <div className={`panel ${styles.lines}`} ref={list} onKeyDownCapture={(event) => moveInColumn(event, quantities)}>
      {blocked > 0 && (
        <p className="notice notice--error" role="alert">
          {noLongerSold}
        </p>
      )}
      <CartMovesNote lines={lines} />
      {(lines.length >= MANY || text || needsBrands) && (
        <CartTools
          text={text}
          onText={setText}
          found={found.length}
          of={lines.length}
          view={view}
          onView={setView}
          onGo={() => quantities()[0]?.focus()}
        />
      )}
      <div className={styles.tableHead} aria-hidden>
        <div className={styles.head}>
          <span>Artículo</span>
          <span>Cantidad</span>
          <span>Precio unitario</span>
          <span>Subtotal</span>
        </div>
      </div>
      {found.length === 0 && <NotFound text={text} onClear={() => setText('')} />}
      {view.byBrand
        ? groupLines(found, brands).map((group) => (
            <section key={group.name} aria-label={group.name}>
              <div className={styles.group}>
                <h2>{group.name}</h2>
                <p>
                  {group.lines.length} {group.lines.length === 1 ? 'artículo' : 'artículos'}
                </p>
                <p>
                  <span className="visually-hidden">Subtotal </span>
                  <Money cents={group.total} />
                </p>
              </div>
              {rows(group.lines, 3)}
            </section>
          ))
        : rows(found, 2)}
    </div>
  )
}

function NotFound({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <p className={styles.nothing}>
      «{text.trim()}» no está en el carrito.{' '}
      <Link to={paths.catalogue} search={{ buscar: text.trim() }}>
        Buscar en el catálogo
      </Link>
      <button type="button" className="button button--quiet button--small" onClick={onClear}>
        Ver todo el carrito
      </button>
    </p>
  )
}

/**
 * The index of each line in the chosen sort order, by article id. It is set when the order is chosen or lines come and go, not
 * when a quantity changes: rows must not move under a user who types down the column.
 */
function useSettledOrder(lines: readonly CartLine[], order: CartOrder, brands: BrandNames) {
  const articleIds = lines.map(({ articleId }) => articleId).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines count by their articles, not by their quantities.
  return useMemo(
    () => new Map(orderLines(lines, order, brands).map(({ articleId }, at) => [articleId, at])),
    [articleIds, order, brands],
  )
}
