import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Taken, takenArticles } from '../../contract/usual-order.ts'
import { queryOf } from '../lib/query.ts'
import { useClientId, useOnBehalf } from './chosen-client.ts'

const FIVE_MINUTES = 5 * 60_000
const NOTHING: ReadonlyMap<number, Taken> = new Map()

/**
 * What the chosen client took of each article the last time, by article id: how many, when and at what price. One call
 * for all lines of every screen (R223, R242); empty until it is answered.
 */
export function useLastTaken(): ReadonlyMap<number, Taken> {
  const clientId = useClientId()
  const { missing } = useOnBehalf()
  const { data } = useQuery({
    ...queryOf(takenArticles, missing ? null : { query: { clientId } }),
    staleTime: FIVE_MINUTES,
  })
  return useMemo(() => (data ? new Map(data.map((taken) => [taken.articleId, taken])) : NOTHING), [data])
}
