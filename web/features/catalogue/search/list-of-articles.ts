import type { RefObject } from 'react'
import type { SimpleCartLine } from '../../../../contract/cart.ts'
import type { brandNames } from './tree.ts'
import type { CardActions } from './use-card-actions.ts'
import type { LoadedPages } from './use-pages.ts'

/** The properties that the list of cards and the list of rows share. */
export interface ListOfArticlesProps {
  readonly list: RefObject<HTMLDivElement | null>
  readonly loaded: LoadedPages
  readonly busy: boolean
  readonly lines: ReadonlyMap<number, SimpleCartLine>
  /** As in a card (Card.tsx). */
  readonly behalfOf: number | null
  readonly actions: CardActions
  /** Names by the brand's id; empty until the tree has come (R260). */
  readonly brands: ReturnType<typeof brandNames>
  /** Called when the rows are on the screen: their code is loaded lazily. */
  readonly onReady?: () => void
}
