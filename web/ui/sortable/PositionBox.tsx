import { useId, useState } from 'react'
import styles from './sortable.module.css'

export interface PositionBoxProps {
  /** Where it stands now, counted from 1. */
  position: number
  /** How many there are. */
  count: number
  /** What stands there. */
  name: string
  onMove: (position: number) => void
  /** A number below 0 counts as the first, as one above the last as the last; otherwise it is refused. */
  raises?: boolean
}

/** The position that a text is, held to 1 and `count`; null when it is no number. */
export function readPosition(text: string, count: number, raises = false): number | null {
  const pattern = raises ? /^-?\d{1,9}$/ : /^\d{1,9}$/
  if (!pattern.test(text.trim())) return null
  return Math.min(Math.max(Number(text), 1), count)
}

/** The number of a row; Enter, or leaving it, takes the row to the number typed. */
export function PositionBox({ position, count, name, onMove, raises = false }: PositionBoxProps) {
  const [text, setText] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const errorId = useId()
  const put = (next: string | null) => {
    setText(next)
    setWrong(false)
  }
  const commit = () => {
    if (text === null) return
    const wanted = readPosition(text, count, raises)
    if (wanted === null) return setWrong(true)
    put(null)
    if (wanted !== position) onMove(wanted)
  }
  return (
    <span className={styles.position}>
      <input
        className="input input--small"
        data-number
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        aria-label={`Posición de ${name}`}
        aria-invalid={wrong}
        aria-describedby={wrong ? errorId : undefined}
        value={text ?? String(position)}
        onChange={({ target }) => put(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            commit()
          } else if (event.key === 'Escape' && text !== null) {
            // What was typed goes; what is open around it stays.
            event.preventDefault()
            event.stopPropagation()
            put(null)
          }
        }}
      />
      {wrong && (
        <span id={errorId} role="alert" className={styles.wrong}>
          Ingrese un número de 1 a {count}
        </span>
      )}
    </span>
  )
}
