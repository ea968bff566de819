import type { RefObject } from 'react'
import type { SimpleCartLine } from '../../../../contract/cart.ts'
import type { CardActions } from './use-card-actions.ts'
import type { LoadedPages } from './use-pages.ts'

/** What cards and rows have in common. */
export interface ListOfArticlesProps {
  readonly list: RefObject<HTMLDivElement | null>
  readonly loaded: LoadedPages
  readonly busy: boolean
  readonly lines: ReadonlyMap<number, SimpleCartLine>
  /** As a card has it. */
  readonly behalfOf: number | null
  readonly actions: CardActions
  /** The list stands there: rows come with their code. */
  readonly onReady?: () => void
}
