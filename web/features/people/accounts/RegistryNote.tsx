import { formatCuit } from '../../../../contract/cuit.ts'
import { waitOf } from '../../../lib/wait.ts'
import { hasRegistry } from './accounts.api.ts'
import styles from './registration.module.css'
import type { RegistryLook } from './use-registry-look.ts'

const AWAY =
  'No se pudo consultar el padrón en este momento. Complete sus datos y continúe con el registro; la razón social será su nombre y apellido hasta que la verifiquemos.'

function textOf({ filledFor, asking, failure }: RegistryLook): string {
  if (!hasRegistry()) return 'Su razón social será su nombre y apellido hasta que la verifiquemos.'
  if (asking) return 'Consultando…'
  if (failure) return `${AWAY} ${waitOf(failure)}`.trim()
  if (filledFor) return `Completamos los datos del CUIT ${formatCuit(filledFor)}. Revíselos antes de continuar.`
  return 'Con su CUIT completamos sus datos.'
}

/** The state of the CUIT's look-up, also for screen readers. It never blocks the form. */
export function RegistryNote(look: RegistryLook) {
  return (
    <>
      <span role="status">{textOf(look)}</span>
      {look.failure && (
        <button type="button" className={styles.again} onClick={look.askAgain}>
          Consultar de nuevo
        </button>
      )}
    </>
  )
}
