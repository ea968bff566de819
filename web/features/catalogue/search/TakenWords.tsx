import { useEffect } from 'react'
import type { Taken } from '../../../../contract/usual-order.ts'
import { formatDay } from '../../../lib/day.ts'
import { formatCount } from '../../../lib/format.ts'
import { useLastTaken } from '../../../shop/last-taken.ts'
import { PriceSince } from '../../../shop/PriceSince.tsx'
import { showTaken } from './taken.ts'

const MINUTE = 60_000
/** Age in milliseconds from which a day is shown with its year. */
const THIS_YEAR = 330 * 24 * 60 * MINUTE

function words({ quantity, day }: Taken): string {
  const date = formatDay(day)
  const isOld = Date.now() - Date.parse(day) > THIS_YEAR
  return `${formatCount(quantity)} el ${isOld ? date.slice(0, 6) + date.slice(8) : date.slice(0, 5)}`
}

/** Puts the client's last quantities on the cards, with one small call that comes after the cards. */
export function TakenWords() {
  const taken = useLastTaken()
  useEffect(() => {
    showTaken(
      new Map(
        [...taken].map(([id, last]) => [
          id,
          { words: words(last), since: (now) => <PriceSince then="a" before={last.unitPrice} now={now} /> },
        ]),
      ),
    )
    return () => showTaken(new Map())
  }, [taken])
  return null
}
