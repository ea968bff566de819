import { useQuery } from '@tanstack/react-query'
import { getArticlePrices, type PriceInList } from '../../../../contract/price-lists.ts'
import { beginningText } from '../../../lib/beginnings.ts'
import { formatCount, formatMoney, formatPercent, formatPrice } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { ArticleChoice } from '../../../shop/review/ArticleChoice.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './price-lists.module.css'

/** The promotion that makes the price, since when a list's own price holds, or why it has none. */
const sourceText = ({ active, listed, since, promotion }: PriceInList): string => {
  if (promotion) return promotion
  if (!active) return 'Fuera de uso'
  if (!listed) return 'No figura'
  return beginningText(since) || 'siempre'
}

const columns: readonly Column<PriceInList>[] = [
  {
    name: 'list',
    label: 'Lista',
    kind: 'long',
    phone: 'title',
    show: ({ name }) => name,
  },
  { name: 'source', label: 'Vale', kind: 'short', phone: 'second', show: sourceText },
  {
    name: 'listPrice',
    label: 'Precio de lista',
    kind: 'figure',
    show: ({ listPrice }) => formatPrice(listPrice),
  },
  {
    name: 'discount',
    label: 'Descuento',
    kind: 'figure',
    show: ({ discount }) => discount > 0 && `−${formatPercent(discount)}`,
  },
  {
    name: 'unitPrice',
    label: 'Por unidad',
    kind: 'figure',
    phone: 'end',
    show: ({ unitPrice }) => <strong>{formatPrice(unitPrice)}</strong>,
  },
  {
    name: 'steps',
    label: 'Por cantidad',
    show: ({ steps }) =>
      steps && (
        <ul className={styles.steps}>
          {steps.map(({ units, percent, unitPrice }) => (
            <li key={units}>
              {formatCount(units)} o más: <strong>{formatMoney(unitPrice)}</strong> −{formatPercent(percent)}
            </li>
          ))}
        </ul>
      ),
  },
  {
    name: 'next',
    label: 'Próximo precio',
    show: ({ next, nextPrice }) => nextPrice !== null && `${formatPrice(nextPrice)} ${beginningText(next)}`,
  },
]

interface ArticlePricesProps {
  /** Null: none is chosen. */
  readonly articleId: number | null
  readonly onChoose: (articleId: number) => void
}

/** A box that finds an article, and below it what the article costs by each list. */
export function ArticlePrices({ articleId, onChoose }: ArticlePricesProps) {
  const prices = useQuery(queryOf(getArticlePrices, articleId === null ? null : { params: { articleId } }))
  return (
    <>
      <div className={styles.box}>
        <ArticleChoice
          of="la comparación"
          chosen={prices.data ?? null}
          settled={false}
          proposals={[]}
          optional
          onChoose={(article) => onChoose(article.articleId)}
        />
      </div>
      {articleId !== null && (
        <Waiting for={prices} rows={3} height={44}>
          {({ code, lists }) => (
            <DataTable
              label={`Precios de ${code} en cada lista`}
              columns={columns}
              rows={lists}
              keyOf={({ id }) => id ?? 0}
              nameOf={({ name }) => name}
            />
          )}
        </Waiting>
      )}
    </>
  )
}
