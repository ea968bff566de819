/**
 * What a sign-out leaves to be done: emptying the device, and ending the session at the server, which may have to wait
 * for the signal (R226). The tokens lie on the device until the server has ended their sessions.
 */
import { signin } from '../../../contract/auth.ts'
import { ApiError, call } from '../api.ts'
import { storedUser } from '../stored-user.ts'
import { wipeDevice } from './device-database.ts'
import { keepSignOuts, keptSignOuts } from './kept-sign-outs.ts'

/** Ends a session; true when the server has answered, whatever it said: a session it no longer knows is over, too. */
const end = (token: string): Promise<boolean> =>
  call(signin, {
    body: { cuit: '', password: '' },
    headers: { authorization: `Bearer ${token}` },
  }).then(
    () => true,
    (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500,
  )

let lastRun: Promise<void> = Promise.resolve()

/**
 * Empties the device and ends the sessions that were left, one after the other. A session without an answer stays for the next
 * time.
 */
export function finishSignOuts(): Promise<void> {
  lastRun = lastRun.then(async () => {
    const tokens = keptSignOuts()
    if (tokens.length === 0) return
    // A user who has signed in since has claimed the device, and that emptied it.
    if (!storedUser()) await wipeDevice()
    for (const token of tokens) if (await end(token)) keepSignOuts(keptSignOuts().filter((kept) => kept !== token))
  })
  return lastRun
}
