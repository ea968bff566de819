import { IconChevronDown } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import type { Branch } from '../../../../contract/branch-orders.ts'
import { countInWords } from '../../../../contract/order-text.ts'
import type { ReviewArticle } from '../../../../contract/review.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { ArticleChoice, nameOf } from '../../../shop/review/ArticleChoice.tsx'
import { amountOf, isOpen, type OpenRow, stateOf, unitsOf } from '../../../shop/review/review-rows.ts'
import { Money } from '../../../ui/Money.tsx'
import { readQuantity } from '../../../ui/quantity.ts'
import styles from './branch-orders.module.css'
import { type ArticleRow, articleOf, nameOfBranch } from './branch-plan.ts'

/** What a person does to the rows of an article; must be the same object at every render. */
export interface ArticleActions {
  readonly choose: (row: ArticleRow, article: ReviewArticle) => void
  readonly type: (row: ArticleRow, addressId: number, typed: string) => void
  readonly accept: (ids: readonly number[]) => void
  readonly discard: (row: ArticleRow, discarded: boolean) => void
}

interface BranchArticleProps {
  readonly row: ArticleRow
  readonly branches: readonly Branch[]
  readonly actions: ArticleActions
}

/** One article of the sheet with what each branch asks for, changed in place. Memoised: a sheet has many, and a key changes one. */
export const BranchArticle = memo(function BranchArticle({ row, branches, actions }: BranchArticleProps) {
  const { text, asked, cells } = row
  const id = useId()
  const active = cells.map((cell) => cell.row).filter(({ discarded }) => !discarded)
  const article = articleOf(row)
  const open = active.filter(isOpen)
  // What is asked about is open from the start; a person opens and closes it afterwards.
  const [isShown, setShown] = useState(open.length > 0)
  const isGone = active.length === 0
  const needsArticle = active.some((cell) => stateOf(cell) === 'article')
  const isAsked = asked !== '' && active.some((cell) => !cell.settled)
  const proposals = isAsked ? active.filter((cell) => stateOf(cell) === 'proposal' && !cell.unusual) : []
  const units = active.reduce((sum, cell) => sum + unitsOf(cell), 0)
  const amount = active.reduce((sum, cell) => sum + amountOf(cell), 0)
  const name = article && !isAsked ? nameOf(article) : text
  return (
    <li className={styles.article} data-open={open.length > 0} data-gone={isGone}>
      <button
        type="button"
        className={styles.name}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown((before) => !before)}
      >
        <IconChevronDown size={18} aria-hidden />
        <strong className={styles.cut}>{name}</strong>
        <span className={styles.sums}>
          {isGone ? (
            'No se pide'
          ) : (
            <>
              {units > 0 && `${formatCount(units)} u. en `}
              {countInWords(active.length, 'sucursal', 'sucursales')}
              {amount > 0 && ' · '}
              {amount > 0 && <Money cents={amount} />}
            </>
          )}
          {open.length > 0 && <em className={styles.asks}> · {formatCount(open.length)} por responder</em>}
        </span>
      </button>
      {isShown && (
        <div id={id} className={styles.cells}>
          {isAsked && <p className={styles.reason}>{asked}</p>}
          <div className={styles.choice}>
            <ArticleChoice
              of={text}
              chosen={needsArticle ? null : article}
              settled={!isAsked}
              proposals={active[0]?.articles ?? []}
              onChoose={(chosen) => actions.choose(row, chosen)}
            />
            {proposals.length > 0 && (
              <button
                type="button"
                className="button button--small button--plain"
                aria-label={`Aceptar ${name}`}
                onClick={() => actions.accept(proposals.map((cell) => cell.id))}
              >
                Aceptar
              </button>
            )}
            <button
              type="button"
              className="button button--small button--quiet"
              aria-label={`${isGone ? 'Pedir' : 'No pedir'} ${name}`}
              onClick={() => actions.discard(row, !isGone)}
            >
              {isGone ? 'Pedir' : 'No pedir'}
            </button>
          </div>
          {article && (
            <p className={styles.said}>
              {formatMoney(article.unitPrice)} c/u
              {article.multiple > 1 && ` · se vende de a ${formatCount(article.multiple)}`}
              {article.unitsPerPack > 1 && ` · ${formatCount(article.unitsPerPack)} por bulto`}
            </p>
          )}
          {article && (
            <div className={styles.boxes}>
              {branches.map((branch) => (
                <BranchBox
                  key={branch.addressId}
                  branch={branch}
                  rows={cells.flatMap((cell) => (cell.addressId === branch.addressId ? [cell.row] : []))}
                  code={article.code}
                  asked={isAsked ? asked : ''}
                  onType={(typed) => actions.type(row, branch.addressId, typed)}
                  onAccept={(ids) => actions.accept(ids)}
                />
              ))}
            </div>
          )}
        </div>
      )}
    </li>
  )
})

interface BranchBoxProps {
  readonly branch: Branch
  /** None, or what rows of the sheet ask for. */
  readonly rows: readonly OpenRow[]
  readonly code: string
  /** What is asked about the article, which the row says already. */
  readonly asked: string
  readonly onType: (typed: string) => void
  readonly onAccept: (ids: readonly number[]) => void
}

/** The quantity of one branch, with what is asked about it. */
function BranchBox({ branch, rows, code, asked, onType, onAccept }: BranchBoxProps) {
  const wanted = rows.filter(({ discarded }) => !discarded)
  const typed = wanted.map((row) => row.typed).join(' + ')
  const units = wanted.reduce((sum, row) => sum + unitsOf(row), 0)
  const open = wanted.filter(isOpen)
  const name = nameOfBranch(branch)
  const why = [
    ...new Set(open.map((row) => row.refused || readQuantity(row.typed).problem || row.reason || 'Falta la cantidad')),
  ].filter((reason) => reason !== asked)
  const isAsked = open.some((row) => unitsOf(row) > 0 && (asked === '' || row.unusual))
  const told = wanted.flatMap(({ marks }) => marks)
  return (
    <div className={styles.box} data-open={open.length > 0}>
      <label>
        <span className={`${styles.cut} ${styles.label}`} title={branch.place}>
          {name}
        </span>
        <input
          className={`input ${styles.units}`}
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Cantidad de ${code} para ${name}`}
          aria-invalid={open.length > 0}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          onFocus={({ target }) => target.select()}
        />
      </label>
      {wanted.length === 1 && units > 0 && String(units) !== typed && (
        <small className={styles.tiny}>van {formatCount(units)}</small>
      )}
      {told.length > 0 && <small className={styles.tiny}>{[...new Set(told)].join(' · ')}</small>}
      {why.length > 0 && <small className={`${styles.tiny} ${styles.why}`}>{why.join(' · ')}</small>}
      {isAsked && (
        <button
          type="button"
          className="button button--small button--plain"
          aria-label={`Es correcta la cantidad de ${code} para ${name}`}
          onClick={() => onAccept(open.map(({ id }) => id))}
        >
          Es correcta
        </button>
      )}
    </div>
  )
}
