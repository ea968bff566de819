import { useQuery } from '@tanstack/react-query'
import { listNotices } from '../../../contract/notices.ts'
import { queryOf } from '../../lib/query.ts'
import { useClientId, useOnBehalf } from '../chosen-client.ts'

const FIVE_MINUTES = 5 * 60_000

/** What the user waits for at the client of the screen (R380): one call for every button, kept on the device. */
export function useNotices() {
  const clientId = useClientId()
  const { missing } = useOnBehalf()
  const { data } = useQuery({
    ...queryOf(listNotices, missing ? null : { query: { clientId } }),
    staleTime: FIVE_MINUTES,
  })
  return { clientId, missing, notices: data }
}
