/** Lines that wait on the device, as a notice (R33, R228). This is no error: they are sent without the user. */
import { IconClock } from '@tabler/icons-react'
import { type Pending, sendAll } from './cart-saves.ts'
import { isKeptHereOnly } from './device-store.ts'
import styles from './notices.module.css'

interface WaitingLinesProps {
  readonly lines: readonly Pending[]
  /** Opens the list of all that waits. */
  readonly onList: () => void
}

export function WaitingLines({ lines, onList }: WaitingLinesProps) {
  const waitsFor = lines[0]?.waitsFor ?? 'signal'
  const isSingle = lines.length === 1
  const count = isSingle ? '1 artículo espera' : `${lines.length} artículos esperan`
  const text = {
    signal: `${count} señal`,
    shop: `La tienda no pudo guardar ${isSingle ? '1 artículo' : `${lines.length} artículos`}; se vuelve a intentar`,
    order: `${count} a que se resuelva el pedido anterior`,
  }[waitsFor]
  return (
    <section
      className={styles.notice}
      aria-label={waitsFor === 'signal' ? 'Artículos que esperan señal' : 'Artículos que esperan'}
      data-waiting={isKeptHereOnly() ? 'here' : ''}
    >
      <IconClock size={20} aria-hidden />
      <p className={styles.text}>
        <strong>{text}.</strong>{' '}
        {isKeptHereOnly() ? (
          'Este navegador no deja guardar: no cierre esta página hasta que se envíe.'
        ) : (
          <span className={styles.more}>
            {isSingle ? 'Guardado en este equipo; se envía solo.' : 'Guardados en este equipo; se envían solos.'}
          </span>
        )}
      </p>
      <button type="button" className="button button--quiet button--small" onClick={onList}>
        Ver
      </button>
      {waitsFor !== 'order' && (
        <button type="button" className={`button button--plain button--small ${styles.now}`} onClick={sendAll}>
          Guardar ahora
        </button>
      )}
    </section>
  )
}
