import type { UsualChange, UsualOrder } from '../../../../contract/usual-order.ts'
import { formatDay } from '../../../lib/day.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { partOf } from '../../../shop/price-since.ts'
import styles from './usual-order.module.css'

const kinds = [
  ['up', 'Aumentaron'],
  ['down', 'Bajaron'],
  ['gone', 'Ya no se venden'],
  ['new', 'Nuevos en sus marcas'],
] as const

function priceText({ before, now, lastDay }: UsualChange): string {
  if (before === null || lastDay === null) return formatMoney(now ?? 0)
  const then = `${formatMoney(before)} el ${formatDay(lastDay)}`
  return now === null ? then : `${then}; ahora ${formatMoney(now)} (${partOf(before, now)})`
}

/** What changed since the client's last order: prices, articles no longer sold, and new ones. */
export function UsualChanges({ changes, counts }: Pick<UsualOrder, 'changes' | 'counts'>) {
  if (changes.length === 0) return null
  const first = changes[0]?.kind
  return (
    <section className={`panel ${styles.changes}`} aria-labelledby="cambios">
      <h2 id="cambios">Qué cambió desde su último pedido</h2>
      {kinds.map(([kind, title]) => {
        const ofKind = changes.filter((change) => change.kind === kind)
        const count = counts.find((counted) => counted.kind === kind)?.count ?? ofKind.length
        return (
          ofKind.length > 0 && (
            <details key={kind} open={kind === first}>
              <summary>
                {title}{' '}
                <span>
                  {formatCount(ofKind.length)}
                  {count > ofKind.length && '+'}
                </span>
              </summary>
              <ul>
                {ofKind.map((change) => (
                  <li key={change.articleId} data-kind={kind}>
                    {kind === 'gone' ? (
                      <p>
                        <strong>{change.code}</strong> {change.description}
                      </p>
                    ) : (
                      <Link to={paths.catalogue} search={{ articulo: change.code }}>
                        <strong>{change.code}</strong> {change.description}
                      </Link>
                    )}
                    <p>{priceText(change)}</p>
                  </li>
                ))}
              </ul>
              {count > ofKind.length && (
                <p className={styles.more}>
                  {kind === 'new' ? 'y otros más' : `y ${formatCount(count - ofKind.length)} más`}
                </p>
              )}
            </details>
          )
        )
      })}
    </section>
  )
}
