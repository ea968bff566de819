/** The import under way, kept per user in this tab; a reload does not lose it. */
import { useState } from 'react'
import type { ImportOutcome } from '../../../../contract/order-import.ts'
import { useKeptLater } from '../../../lib/draft.ts'
import { firstChoice, type ImportPlan, type OrderChoice } from './import-plan.ts'

/**
 * An import under way. `outcomes` is null during the review; once the orders were sent, it has each order's outcome with the
 * order's index in the review.
 */
export interface ImportUnderWay {
  readonly plan: ImportPlan
  readonly outcomes: readonly (readonly [place: number, outcome: ImportOutcome])[] | null
}

function read<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null
  } catch {
    return null
  }
}

function write(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // A browser that refuses storage keeps the review until the page is closed.
  }
}

/**
 * State like `useState`. The review, which is large, is written to the tab's storage when it changes; the choices are
 * debounced.
 */
export function useKeptImport(userId: number) {
  const name = `importacion:${userId}`
  const choicesName = `${name}:elecciones`
  const [underWay, setUnderWay] = useState(() => read<ImportUnderWay>(name))
  const [choices, setChoices] = useState(() => read<readonly OrderChoice[]>(choicesName) ?? [])
  useKeptLater(choices, (now) => write(choicesName, now))

  const change = (next: ImportUnderWay | null) => {
    write(name, next)
    setUnderWay(next)
  }
  return {
    underWay,
    choices,
    setChoices,
    begin: (plan: ImportPlan) => {
      setChoices(plan.review.orders.map(firstChoice))
      change({ plan, outcomes: null })
    },
    finish: (plan: ImportPlan, outcomes: NonNullable<ImportUnderWay['outcomes']>) => change({ plan, outcomes }),
    drop: () => {
      setChoices([])
      change(null)
    },
  }
}
