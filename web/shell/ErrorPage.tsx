import { IconMoodSad } from '@tabler/icons-react'
import { titleOf } from '../lib/shop.ts'
import { paths } from '../paths.ts'

/**
 * When a screen failed (also /error-page). Plain links on purpose: they load the page anew, and with it
 * the code that may have changed under an open tab.
 */
export function ErrorPage() {
  return (
    <div className="message-page panel" role="alert">
      <title>{titleOf('Error')}</title>
      <span className="message-page__icon" aria-hidden>
        <IconMoodSad size={40} stroke={1.5} />
      </span>
      <h1>Ocurrió un error inesperado</h1>
      <p>Intente nuevamente. Si el problema sigue, comuníquese con su vendedor.</p>
      <div className="message-page__ways">
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Volver a intentar
        </button>
        <a href={paths.catalogue} className="button button--plain">
          Ir al catálogo
        </a>
      </div>
    </div>
  )
}
