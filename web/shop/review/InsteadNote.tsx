import { isPrice, unitAt } from '../../../contract/price.ts'
import type { InsteadOf, ReviewArticle } from '../../../contract/review.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { decideSubstitute, findSubstitutes, forgetSubstitute } from '../../../contract/substitutes.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'
import styles from './instead.module.css'

interface InsteadNoteProps {
  readonly className?: string | undefined
  /** The article that can't be ordered. */
  readonly instead: InsteadOf
  /** The substitute. */
  readonly article: ReviewArticle
  /** Cents that a unit of the article that can't be ordered cost; undefined where that is not known. */
  readonly before: number | undefined
  readonly clientId: number
  /** Somebody decided; `proposals` are what may take its place where nothing does by itself any more. */
  readonly onDecided: (decidedBy: InsteadOf['decidedBy'], proposals?: readonly ReviewArticle[]) => void
}

/**
 * What a substitute costs, beside what the article cost; and whether it takes that article's place always: a client decides once,
 * and takes it back with 'No más' (R375).
 */
export function InsteadNote({ className = '', instead, article, before, clientId, onDecided }: InsteadNoteProps) {
  const { articleId, code, decidedBy } = instead
  const decide = useAction(
    () => call(decideSubstitute, { params: { articleId }, body: { clientId, substituteId: article.articleId } }),
    { success: `Desde ahora ${article.code} va en lugar de ${code}`, onDone: () => onDecided('client') },
  )
  const forget = useForget({ clientId, articleId, code }, (proposals) => onDecided(undefined, proposals))
  const today = unitAt(article, article.multiple)
  const prices = [
    before !== undefined && isPrice(before) && `antes ${formatMoney(before)} c/u`,
    isPrice(today) && `hoy ${formatMoney(today)} c/u`,
  ].filter(Boolean)
  return (
    <div className={`${styles.note} ${className}`}>
      <span>{prices.join(' · ')}</span>
      {decidedBy ? (
        <button
          type="button"
          className={styles.no}
          aria-label={`No más ${article.code} en lugar de ${code}`}
          aria-disabled={forget.busy}
          onClick={() => void forget.run()}
        >
          No más
        </button>
      ) : (
        clientId !== NO_CLIENT && (
          <label>
            <input
              type="checkbox"
              checked={decide.busy}
              aria-label={`Siempre ${article.code} en lugar de ${code}`}
              onChange={() => void decide.run()}
            />
            Siempre
          </label>
        )
      )}
    </div>
  )
}

interface Forgotten {
  readonly clientId: number
  readonly articleId: number
  readonly code: string
}

/** 'No más': nothing takes an article's place by itself any more; answers what may. */
export const useForget = (
  { clientId, articleId, code }: Forgotten,
  onForgotten: (proposals: readonly ReviewArticle[]) => void,
) =>
  useAction(
    async () => {
      await call(forgetSubstitute, { params: { articleId }, query: { clientId } })
      return call(findSubstitutes, { query: { clientId, articleId, code: '' } })
    },
    {
      success: `La próxima vez le preguntamos qué va en lugar de ${code}`,
      onDone: ({ proposals }) => onForgotten(proposals),
    },
  )
