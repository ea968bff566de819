import { IconCloudOff, IconHourglass, IconListCheck, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isUnread } from '../features/ordering/quick-order/draft.ts'
import { type Away, awayBy, dataOf, onDataOf } from '../lib/device/data-age.ts'
import { isRefused, onRefused } from '../lib/device/device-database.ts'
import { formatTime } from '../lib/format.ts'
import { currentLocation, leavePlace, navigate, onNavigation } from '../lib/navigation.ts'
import { isNewVersionThere, onNewVersion, takeNewVersion } from '../lib/new-version.ts'
import { onPricesOf, pricesOf } from '../lib/prices-of.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { useCartOwner } from '../shop/cart.ts'
import { useClientId } from '../shop/chosen-client.ts'
import styles from './DeviceBar.module.css'
import { warmUp } from './warm-up.ts'

/** Name of the entry that says: this browser has shown the notice about refused storage. */
const TOLD = 'aviso-sin-lugar'

function wasTold(): boolean {
  try {
    return localStorage.getItem(TOLD) !== null
  } catch {
    return false
  }
}

function keepTold(): void {
  try {
    localStorage.setItem(TOLD, '1')
  } catch {
    // Then the notice is shown again at the next visit.
  }
}

const timeOf = (at: number): string => formatTime(new Date(at).toISOString())

const AWAY: Record<Away, string> = {
  signal: 'Sin señal',
  shop: 'La tienda no responde',
  slow: 'Conexión lenta',
}

/**
 * 'Sin señal' and the time of the data on the screen. The prices of the catalogue on the device may be of another time: the older
 * one counts for both, in one line on a phone.
 * @param data In milliseconds since 1970; 0 when it is not known
 * @param prices In milliseconds since 1970; null when there are none
 */
function signalText(away: Away, data: number, prices: number | null): string {
  const dataText = data > 0 && `datos al ${timeOf(data)}`
  if (prices === null) return [AWAY[away], dataText].filter(Boolean).join(' · ')
  if (data === 0) return `${AWAY[away]} · precios al ${timeOf(prices)}`
  return `${AWAY[away]} · precios y datos al ${timeOf(Math.min(data, prices))}`
}

/** Fetches what the user needs without signal, and again for another client. */
function useWarmUp(): void {
  const user = useSession()
  const clientId = useClientId()
  useEffect(() => {
    if (!user) return
    const controller = new AbortController()
    warmUp(user, clientId, controller.signal).catch(() => undefined)
    return () => controller.abort()
  }, [user, clientId])
}

/** With signal: leads to a text for Pedido rápido that could not be read without. */
function UnreadText() {
  const owner = useCartOwner()
  // The bar stands outside of the router.
  const pathname = useSyncExternalStore(onNavigation, () => currentLocation().pathname)
  if (pathname === paths.quickOrder || !isUnread(owner)) return null
  return (
    <p>
      <IconListCheck size={16} aria-hidden />
      Pedido rápido: hay un texto sin leer
      <button type="button" className={styles.way} onClick={() => leavePlace(() => navigate(paths.quickOrder))}>
        Leer
      </button>
    </p>
  )
}

/** The notices about the device at the lower edge: no signal, a new version, no room. Mostly there are none. */
export function DeviceBar() {
  const since = useSyncExternalStore(onDataOf, dataOf)
  const away = useSyncExternalStore(onDataOf, awayBy)
  const prices = useSyncExternalStore(onPricesOf, pricesOf)
  const isNew = useSyncExternalStore(onNewVersion, isNewVersionThere)
  const refused = useSyncExternalStore(onRefused, isRefused)
  const user = useSession()
  const [told, setTold] = useState(wasTold)
  useWarmUp()
  return (
    <div className={styles.bar}>
      <div role="status">
        {(since !== null || prices !== null) && (
          <p>
            {away === 'slow' ? <IconHourglass size={16} aria-hidden /> : <IconCloudOff size={16} aria-hidden />}
            {signalText(away, since ?? 0, prices)}
          </p>
        )}
        {since === null && user && <UnreadText />}
      </div>
      {isNew && (
        <p>
          <IconRefresh size={16} aria-hidden />
          Hay una versión nueva
          <button type="button" className={styles.way} onClick={() => leavePlace(takeNewVersion)}>
            Actualizar
          </button>
        </p>
      )}
      {refused && !told && (
        <p>
          Este navegador no deja guardar datos: sin señal la tienda no se abre
          <button
            type="button"
            className={styles.way}
            onClick={() => {
              keepTold()
              setTold(true)
            }}
          >
            Entendido
          </button>
        </p>
      )}
    </div>
  )
}
