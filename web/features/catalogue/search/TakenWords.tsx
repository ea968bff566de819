import { useEffect } from 'react'
import type { Taken } from '../../../../contract/usual-order.ts'
import { formatDay } from '../../../lib/day.ts'
import { formatCount } from '../../../lib/format.ts'
import { useLastTaken } from '../../../shop/last-taken.ts'
import { PriceSince } from '../../../shop/PriceSince.tsx'
import { showTaken } from './taken.ts'

const MINUTE = 60_000
/** Older days are told with their year. */
const THIS_YEAR = 330 * 24 * 60 * MINUTE

function words({ quantity, day }: Taken): string {
  const date = formatDay(day)
  const old = Date.now() - Date.parse(day) > THIS_YEAR
  return `${formatCount(quantity)} el ${old ? date.slice(0, 6) + date.slice(8) : date.slice(0, 5)}`
}

/** Puts on the cards what the client took last, with one small call that comes after them. */
export function TakenWords() {
  const taken = useLastTaken()
  useEffect(() => {
    showTaken(
      new Map(
        [...taken].map(([id, last]) => [
          id,
          { words: words(last), since: (now) => <PriceSince short before={last.unitPrice} now={now} /> },
        ]),
      ),
    )
    return () => showTaken(new Map())
  }, [taken])
  return null
}
