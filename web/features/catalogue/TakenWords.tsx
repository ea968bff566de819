import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Taken, takenArticles } from '../../../contract/usual-order.ts'
import { formatDay } from '../../lib/day.ts'
import { formatCount } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { useClientId, useOnBehalf } from '../../shop/chosen-client.ts'
import { showTaken } from './taken.ts'

const MINUTE = 60_000
/** Older days are told with their year. */
const THIS_YEAR = 330 * 24 * 60 * MINUTE

function words({ quantity, day }: Taken): string {
  const date = formatDay(day)
  const old = Date.now() - Date.parse(day) > THIS_YEAR
  return `${formatCount(quantity)} el ${old ? date.slice(0, 6) + date.slice(8) : date.slice(0, 5)}`
}

/** Asks what the client took last and puts it on the cards, with one small call. */
export function TakenWords() {
  const clientId = useClientId()
  const { missing } = useOnBehalf()
  const { data } = useQuery({
    ...queryOf(takenArticles, missing ? null : { query: { clientId } }),
    staleTime: 5 * MINUTE,
  })
  useEffect(() => {
    showTaken(new Map(data?.map((taken) => [taken.articleId, words(taken)])))
    return () => showTaken(new Map())
  }, [data])
  return null
}
