import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewArticle } from '../../../contract/review.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { insteadInWords } from '../../../contract/substitute-words.ts'
import { decideSubstitute, findSubstitutes } from '../../../contract/substitutes.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { nameOf } from './ArticleChoice.tsx'
import styles from './instead.module.css'

interface SubstitutesProps {
  /** The article that can't be ordered, by its id or as its code was written. */
  readonly of: { readonly articleId?: number; readonly code: string }
  readonly clientId: number
  /** What is said where nothing takes its place; absent for nothing. */
  readonly none?: string
  readonly onTake: (article: ReviewArticle) => unknown
}

/** What may take the place of an article that can't be ordered, each with its price, to be taken once or always (R374, R375). */
export function Substitutes({ of, clientId, none = '', onTake }: SubstitutesProps) {
  const { data, isPending } = useQuery({
    ...queryOf(findSubstitutes, { query: { clientId, articleId: of.articleId, code: of.code } }),
    retry: false,
  })
  const [isAlways, setAlways] = useState(false)
  const take = useAction(async (article: ReviewArticle) => {
    const articleId = data?.article.articleId
    if (isAlways && articleId !== undefined)
      await call(decideSubstitute, { params: { articleId }, body: { clientId, substituteId: article.articleId } })
    await onTake(article)
  })
  if (isPending) return none ? <p className={styles.said}>Buscando qué lo reemplaza…</p> : null
  // A code that nothing has ever had says so where it was typed.
  if (!data || data.proposals.length === 0) return none ? <p className={styles.said}>{none}</p> : null
  const { article, substitute, proposals, reason } = data
  return (
    <section className={styles.substitutes} aria-label={`En lugar de ${article.code}`}>
      <p className={styles.said}>
        {of.code !== '' && `${nameOf(article)}: ${reason}. `}
        {substitute ? `${insteadInWords(article)}:` : 'En su lugar puede llevar:'}
      </p>
      <ul>
        {proposals.map((proposal) => (
          <li key={proposal.articleId}>
            <span>{nameOf(proposal)}</span>
            <strong>{formatMoney(proposal.unitPrice)}</strong>
            <button
              type="button"
              className="button button--small button--plain"
              aria-label={`Llevar ${proposal.code} en lugar de ${article.code}`}
              aria-disabled={take.busy}
              onClick={() => void take.run(proposal)}
            >
              Llevar
            </button>
          </li>
        ))}
      </ul>
      {clientId !== NO_CLIENT && (
        <label>
          <input type="checkbox" checked={isAlways} onChange={({ target }) => setAlways(target.checked)} />
          Siempre en lugar de {article.code}
        </label>
      )}
    </section>
  )
}
