import styles from './DocumentProgress.module.css'

interface DocumentProgressProps {
  /** 'Catálogo de Rayuela' */
  label: string
  /** Articles done of all; null when that is not known yet. */
  done: number | null
  total: number
  /** Documents that are before it in the line. */
  place: number
  onCancel: () => void
}

/** A document that is being made: the words of the specification, the progress, and a button to cancel it. */
export function DocumentProgress({ label, done, total, place, onCancel }: DocumentProgressProps) {
  const isKnown = done !== null && total > 0
  return (
    <section className={`panel ${styles.progress}`} aria-label={`Preparando ${label}`}>
      <span className={styles.spinner} aria-hidden />
      <div className={styles.text} role="status">
        <strong>{label}</strong>
        <p>Espere hasta que finalice la descarga. esto puede demorar un momento</p>
        <p className={styles.far}>{progressText(isKnown ? done : null, total, place)}</p>
        <progress aria-label="Avance" max={isKnown ? total : undefined} value={isKnown ? done : undefined} />
      </div>
      <button type="button" className="button button--plain" onClick={onCancel}>
        Cancelar
      </button>
    </section>
  )
}

function progressText(done: number | null, total: number, place: number): string {
  if (place > 0) return place === 1 ? 'En espera: hay uno antes' : `En espera: hay ${place} antes`
  if (done === null) return 'Preparando…'
  return done >= total ? 'Terminando…' : `${done} de ${total} artículos`
}
