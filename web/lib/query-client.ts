/** The cache of answers, of one user at a time. */
import { QueryClient } from '@tanstack/react-query'
import { ApiError, isPutOff, isWithoutAnswer } from './api.ts'
import { onSessionChange, storedUser } from './stored-user.ts'

/** Whether asking again is worth it: no answer came, the shop is on its way back, or a proxy did not reach it (502 and above). */
export const isPassing = (error: unknown): boolean =>
  isWithoutAnswer(error) || (error instanceof ApiError && error.status > 501)

/** The longest wait that the server may ask for, in milliseconds. */
const LONGEST_WAIT = 30_000
/** How long the server wants to be left in peace, in milliseconds, and a little by chance: not all come back at once (R280). */
const putOff = ({ retryAfter }: ApiError): number =>
  Math.min(LONGEST_WAIT, 1_000 * (retryAfter ?? 0)) + 1_000 * Math.random()

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // After a whole time limit the user is told instead, and presses the button.
      retry: (failures, error) =>
        failures < (isPutOff(error) ? 4 : 2) && isPassing(error) && (error as ApiError).code !== 'TIMEOUT',
      retryDelay: (failures, error) => (isPutOff(error) ? putOff(error as ApiError) : 1_000 * 2 ** failures),
      // Offline is a failure to be told, not a reason to wait silently.
      networkMode: 'always',
      // What failed comes by itself when the network is back.
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * Empties the cache whenever the user changes, so that nobody sees what another was shown. A user whose client has changed is
 * asked anew for everything: many answers have the prices of the client, whom the call does not name (R352).
 */
export function keepCacheToUser(): () => void {
  let owner = storedUser()
  return onSessionChange(() => {
    const before = owner
    owner = storedUser()
    if (owner?.id !== before?.id) queryClient.clear()
    else if (owner?.clientId !== before?.clientId) void queryClient.resetQueries()
  })
}

/** The longest wait for answers, in milliseconds. */
const LONG = 10_000

/** Resolves once no answer is on its way, or after `LONG`. */
export const answered = (): Promise<void> =>
  new Promise((done) => {
    const finish = () => {
      stop()
      clearTimeout(timer)
      done()
    }
    const look = () => {
      if (queryClient.isFetching() === 0) finish()
    }
    const timer = setTimeout(finish, LONG)
    const stop = queryClient.getQueryCache().subscribe(look)
    look()
  })
