/** Deletes what the device keeps when another user signs in, or its time is over (R37, R226). Loaded lazily. */
import { lastHeard } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { onSessionChange, storedUser } from '../stored-user.ts'
import { deviceDatabase, passTime } from './device-database.ts'
import { finishSignOuts } from './sign-outs.ts'

/** How often the clock is looked at, in milliseconds. */
const LOOK = 60_000
/** How often the server is asked to end a session that was left without signal. */
const RETRY = 15_000

/** Empties the device for another user, after a sign-out that was cut short, and after seven days without the server. */
export function keepDeviceToUser(): void {
  const claim = () => {
    const user = storedUser()
    if (user) void deviceDatabase(user.id)
  }
  onSessionChange(claim)
  claim()
  // `online` says that there is a network, not that the server answers.
  setInterval(() => void finishSignOuts(), RETRY)
  void finishSignOuts()

  let lastSeen = 0
  const look = async () => {
    const user = storedUser()
    const heard = lastHeard()
    if (user && (await passTime(user.id, heard > lastSeen))) queryClient.clear()
    lastSeen = heard
  }
  setInterval(() => void look(), LOOK)
  document.addEventListener('visibilitychange', () => void look())
}
