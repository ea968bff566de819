/** Keeps what lies on the device to whoever is signed in, for as long as it may lie there (R37, R226). Loaded lazily. */
import { lastHeard } from './api.ts'
import { deviceDatabase, onRefused, passTime } from './device-database.ts'
import { queryClient } from './query-client.ts'
import { finishSignOuts } from './sign-outs.ts'
import { onSessionChange, storedUser } from './stored-user.ts'
import { showToast } from './toast.ts'

/** How often the clock is looked at, in milliseconds. */
const LOOK = 60_000

/** From now on: empties it for another user, at sign-outs that were not finished, and after seven days apart. */
export function keepDeviceToUser(): void {
  onRefused(() =>
    showToast('failure', 'Este navegador no permite guardar datos: sin señal la tienda no va a funcionar'),
  )
  const claim = () => {
    const user = storedUser()
    if (user) void deviceDatabase(user.id)
  }
  onSessionChange(claim)
  claim()
  window.addEventListener('online', () => void finishSignOuts())
  void finishSignOuts()

  let known = 0
  const look = async () => {
    const user = storedUser()
    const heard = lastHeard()
    if (user && (await passTime(user.id, heard > known))) queryClient.clear()
    known = heard
  }
  setInterval(() => void look(), LOOK)
  document.addEventListener('visibilitychange', () => void look())
}
