/** The import under way, kept in this tab over a reload, each user's own. */
import { useEffect, useRef, useState } from 'react'
import type { ImportOutcome } from '../../../../contract/order-import.ts'
import { firstChoice, type ImportPlan, type OrderChoice } from './import-plan.ts'

/** A spreadsheet on its way: reviewed, and once it was sent, what became of its orders by their places. */
export interface ImportUnderWay {
  readonly plan: ImportPlan
  readonly outcomes: readonly (readonly [place: number, outcome: ImportOutcome])[] | null
}

/** Rest after which typed choices are written, in milliseconds. */
const REST = 300

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

/** State like `useState`; the large review is written when it changes, the choices when the typing rests. */
export function useKeptImport(userId: number) {
  const name = `importacion:${userId}`
  const choicesName = `${name}:elecciones`
  const [underWay, setUnderWay] = useState(() => read<ImportUnderWay>(name))
  const [choices, setChoices] = useState(() => read<readonly OrderChoice[]>(choicesName) ?? [])
  const latest = useRef(choices)
  useEffect(() => {
    latest.current = choices
    const keep = () => write(choicesName, latest.current)
    const timer = setTimeout(keep, REST)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [choices, choicesName])
  // Leaving for another screen does not reload the page.
  useEffect(() => () => write(choicesName, latest.current), [choicesName])

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
    finish: (plan: ImportPlan, outcomes: NonNullable<ImportUnderWay['outcomes']>) =>
      change({ plan, outcomes }),
    drop: () => {
      setChoices([])
      change(null)
    },
  }
}
