import { IconClock, IconMoodSad, IconWifiOff } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { addressOf } from '../../contract/address.ts'
import { isPageOpen } from '../../contract/settings.ts'
import { AddressError } from '../lib/address-error.ts'
import { isShopTrouble } from '../lib/api.ts'
import { optionalPart } from '../lib/optional-part.ts'
import { isPassing } from '../lib/query-client.ts'
import { storedUser } from '../lib/stored-user.ts'
import { paths } from '../paths.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'

const UnsentHere = optionalPart(() => import('../shop/book/Unsent.tsx').then((module) => module.UnsentHere))

/**
 * Shown when a screen failed (also /error-page), or its address cannot be read. Plain links on purpose: they load the page
 * anew, and with it the code that may have changed under an open tab.
 */
export function ErrorPage({ error }: { error?: unknown }) {
  const part = error instanceof AddressError ? error.part : null
  // A browser may believe itself connected when nothing gets through.
  const isAway = !navigator.onLine || isPassing(error) || isMissingCode(error)
  if (!part && isAway) return <NoConnection error={error} />
  return (
    <div className="message-page panel" role="alert">
      <span className="message-page__icon" aria-hidden>
        <IconMoodSad size={40} stroke={1.5} />
      </span>
      <h1>{part === null ? 'Ocurrió un error inesperado' : 'No se entiende la dirección'}</h1>
      <p>
        {part === null
          ? 'Intente nuevamente. Si el problema sigue, comuníquese con su vendedor.'
          : `Esta página no sabe qué es “${part}”. No se muestra otra cosa en su lugar.`}
      </p>
      <div className="message-page__ways">
        {part === null ? (
          <button type="button" className="button" onClick={() => window.location.reload()}>
            Volver a intentar
          </button>
        ) : (
          <a href={window.location.pathname} className="button">
            Ver la página desde el principio
          </a>
        )}
        <a href={paths.catalogue} className="button button--plain">
          Ir al catálogo
        </a>
      </div>
    </div>
  )
}

/** A part of the shop's code or its style did not arrive; each family of browsers says it in its own words. */
const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module|preload css/i.test(error.message)

/** Pause between two calls that ask whether the shop answers, in milliseconds: a browser tells of its own connection only. */
const LOOK = 5_000
/** The address of that call: anybody may make it, and a proxy hands it on. */
const ASKED = addressOf(isPageOpen, { query: { page: 'CATALOGO' } })

/** When this tab has opened the page anew by itself, in milliseconds since 1970. */
const OPENED = 'abierta-sola'
/** After so many openings within so many milliseconds the tab does not open the page anew by itself. */
const MOST_OPENED = 3
const WITHIN = 60_000
function lastOpened(): number[] {
  try {
    const all: number[] = JSON.parse(sessionStorage.getItem(OPENED) ?? '[]')
    return all.filter((at) => at > Date.now() - WITHIN)
  } catch {
    // Without storage the openings cannot be counted: none is made, so that the page does not load for ever.
    return Array(MOST_OPENED).fill(0)
  }
}
function openAnew(): void {
  sessionStorage.setItem(OPENED, JSON.stringify([...lastOpened(), Date.now()]))
  window.location.reload()
}

/**
 * Opens the screen when the connection is back, or the shop ready again. It opens it as a new page: a browser never asks again
 * for code that failed. Where the shop answers and the code still does not come, it stops after a few times and says so.
 * @param props.error Says whether the shop, or a proxy before it, answered that it can't now: the connection is not what is
 * missing then (R230).
 */
export function NoConnection({ error }: { error: unknown }) {
  const isShop = isShopTrouble(error)
  const [isGivenUp] = useState(() => lastOpened().length >= MOST_OPENED)
  useEffect(() => {
    if (isGivenUp) return
    const look = () =>
      fetch(ASKED, { cache: 'no-store' }).then(
        ({ ok }) => ok && openAnew(),
        () => undefined,
      )
    const interval = setInterval(look, LOOK)
    window.addEventListener('online', openAnew)
    return () => {
      clearInterval(interval)
      window.removeEventListener('online', openAnew)
    }
  }, [isGivenUp])
  const [title, opens] = isShop
    ? ['La tienda no puede responder ahora', 'Esta pantalla se abre sola en cuanto pueda. ']
    : ['No hay conexión', 'Esta pantalla se abre sola cuando vuelva internet. ']
  return (
    <>
      <div className="message-page panel" role="alert">
        <span className="message-page__icon" aria-hidden>
          {isShop ? <IconClock size={40} stroke={1.5} /> : <IconWifiOff size={40} stroke={1.5} />}
        </span>
        <h1>{isGivenUp ? 'No se pudo abrir esta pantalla' : title}</h1>
        <p>
          {isGivenUp ? 'Intente en unos minutos; si sigue así, comuníquese con su vendedor. ' : opens}
          Lo que usted cargó queda guardado en este equipo.
        </p>
        <div className="message-page__ways">
          <button type="button" className="button" onClick={() => window.location.reload()}>
            Volver a intentar
          </button>
        </div>
      </div>
      {/* What waits on the device can be told here; where the whole app has failed, there is no user to tell it to. */}
      {storedUser() && (
        <ErrorBoundary at="unsent" fallback={() => null}>
          <Suspense>
            <UnsentHere />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
