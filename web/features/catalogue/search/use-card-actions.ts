/** The actions of a card, as functions that never change: cards then render again only for their own data. */
import { useMemo, useRef } from 'react'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'

export interface CardActions {
  /** Opens the article's detail. */
  readonly open: (product: CatalogueRow) => void
  /** Saves a quantity in units, and the observation when there is one; answers false when it was refused at once. */
  readonly save: (product: CatalogueRow, quantity: number, note?: string) => boolean
  /** Leads to the client box. */
  readonly askForClient: () => void
}

/** The latest `actions` behind functions that stay the same. */
export function useCardActions(actions: CardActions): CardActions {
  const latest = useRef(actions)
  latest.current = actions
  return useMemo(
    () => ({
      open: (product) => latest.current.open(product),
      save: (product, quantity, note) => latest.current.save(product, quantity, note),
      askForClient: () => latest.current.askForClient(),
    }),
    [],
  )
}
