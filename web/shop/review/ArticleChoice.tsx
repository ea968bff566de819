import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { searchProducts } from '../../../contract/catalogue.ts'
import { hasPrice, priceOf } from '../../../contract/price.ts'
import type { ReviewArticle } from '../../../contract/review.ts'
import { queryOf } from '../../lib/query.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { usePricedClient } from '../chosen-client.ts'
import styles from './rows.module.css'

/** Debounce of the catalogue search, in milliseconds. */
const REST = 250
/** Articles that are offered at most. */
const OFFERED = 8

type Named = Pick<ReviewArticle, 'code' | 'description'>

/** An article's code and description. */
export const nameOf = ({ code, description }: Named) => `${code} ${description}`

interface ArticleChoiceProps {
  /** What the box belongs to, for screen readers. */
  readonly of: string
  readonly chosen: Named | null
  /** Whether the row is ready: its article is a button then, which becomes a box when pressed. Thousands of boxes are slow. */
  readonly settled: boolean
  /** Articles that the written text may mean. */
  readonly proposals: readonly ReviewArticle[]
  /** What is searched at first, as if it had been typed; absent for nothing. */
  readonly words?: string | undefined
  /** Whether nothing may stay chosen; else the box without an article is marked as wrong. */
  readonly optional?: boolean
  readonly onChoose: (article: ReviewArticle) => void
}

/** The article of a row, changed in place: first its proposals, then whatever the catalogue finds for what is typed. */
export function ArticleChoice({ of, chosen, settled, proposals, words, optional, onChoose }: ArticleChoiceProps) {
  const [changing, setChanging] = useState(false)
  if (chosen && settled && !changing)
    return (
      <button
        type="button"
        className={styles.chosen}
        title={nameOf(chosen)}
        aria-label={`${nameOf(chosen)}, cambiar el artículo`}
        onClick={() => setChanging(true)}
      >
        {nameOf(chosen)}
      </button>
    )
  return (
    <ArticleBox
      of={of}
      chosen={chosen}
      proposals={proposals}
      words={words}
      optional={optional ?? false}
      onChoose={onChoose}
      autoFocus={changing || (words !== undefined && chosen === null)}
      onLeave={() => setChanging(false)}
    />
  )
}

type ArticleBoxProps = Omit<ArticleChoiceProps, 'settled'> & {
  readonly autoFocus: boolean
  readonly onLeave: () => void
}

function ArticleBox({ of, chosen, proposals, words, optional, onChoose, autoFocus, onLeave }: ArticleBoxProps) {
  const id = useId()
  /** What is being typed; null while the box shows the chosen article. */
  const [typed, setTyped] = useState<string | null>(chosen ? null : (words ?? null))
  const text = useDebounced(typed?.trim() ?? '', REST)
  const clientId = usePricedClient()
  const { data } = useQuery(
    queryOf(
      searchProducts,
      text === '' ? null : { query: { page: 0, text, similar: true, order: 'default', clientId } },
    ),
  )
  const found = (data ?? [])
    .filter(hasPrice)
    .slice(0, OFFERED)
    .map(
      (article): ReviewArticle => ({
        articleId: article.articleId,
        code: article.code,
        description: article.description,
        multiple: article.multiple,
        unitsPerPack: article.unitsPerPack,
        unitPrice: priceOf(article),
        steps: article.steps,
      }),
    )
  const offered = typed === null || text === '' ? proposals : found
  return (
    <div className={styles.choice}>
      <Combobox
        control={{
          id,
          className: 'input',
          'aria-invalid': chosen === null && !optional,
          'aria-describedby': undefined,
          'aria-required': !optional,
        }}
        aria-label={`Artículo de ${of}`}
        listLabel="Artículos"
        placeholder="Buscar el artículo"
        title={chosen ? nameOf(chosen) : undefined}
        value={typed ?? (chosen ? nameOf(chosen) : '')}
        suggestions={offered.map((article) => ({ id: String(article.articleId), label: nameOf(article) }))}
        onType={setTyped}
        onPick={({ id: picked }) => {
          const article = offered.find(({ articleId }) => String(articleId) === picked)
          setTyped(null)
          if (article) onChoose(article)
        }}
        onFocus={({ target }) => target.select()}
        onLeave={() => {
          setTyped(null)
          onLeave()
        }}
        autoFocus={autoFocus}
        opensOnFocus={proposals.length > 1 || words !== undefined}
      />
    </div>
  )
}
