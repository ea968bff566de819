import type { Screen } from '../../contract/screens.ts'
import { isPageOpen } from '../../contract/settings.ts'
import { ApiError } from '../lib/api.ts'
import { queryOf } from '../lib/query.ts'
import { queryClient } from '../lib/query-client.ts'
import type { Redirect } from '../lib/router.tsx'
import { paths } from '../paths.ts'

type Page = NonNullable<Screen['page']>

/** Opens a screen only while its switch is on; closed or failing goes to /mantenimiento (R104). */
export const gateOf = (page: Page) => async (): Promise<Redirect | null> => {
  const query = queryOf(isPageOpen, { query: { page } })
  const open = await queryClient.fetchQuery(query).catch((error: unknown) => {
    // Without a connection nothing is closed: what was known holds, else the screen waits for the network.
    if (!(error instanceof ApiError && error.code === 'NETWORK')) return false
    const known = queryClient.getQueryData<boolean>(query.queryKey)
    if (known === undefined) throw error
    return known
  })
  return open ? null : { to: paths.maintenance }
}
