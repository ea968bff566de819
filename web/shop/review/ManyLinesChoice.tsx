import styles from './rows.module.css'

/** What somebody says of many lines at once: the column of their codes, from 1, or what their unit counts. */
export type LinesAnswer = { readonly codeColumn: number } | { readonly units: string }

interface ManyLinesChoiceProps {
  /** The lines that are asked about, as they were written. */
  readonly text: string
  /** The columns of numbers that may hold the codes, from 1. */
  readonly columns: readonly number[]
  /** The unit whose meaning is asked; '' where it is not. */
  readonly unit: string
  readonly onChoose: (answer: LinesAnswer) => void
}

/** Lines that are shown: what is asked shows in a few. */
const SHOWN = 3
const MEANINGS = ['bulto', 'docena', 'unidad'] as const

/** One question for many lines, answered with one press: which column holds the codes, what a unit counts (R38). */
export function ManyLinesChoice({ text, columns, unit, onChoose }: ManyLinesChoiceProps) {
  const lines = text.split('\n')
  const shown = lines.length > SHOWN ? [...lines.slice(0, SHOWN), '…'] : lines
  const choices: readonly (readonly [string, LinesAnswer])[] = unit
    ? MEANINGS.map((meaning) => [`«${unit}» es ${meaning}`, { units: `${unit} = ${meaning}` }])
    : columns.map((codeColumn) => [`La ${codeColumn}.ª columna son los códigos`, { codeColumn }])
  return (
    <div className={styles.table} data-choice>
      <pre>{shown.join('\n')}</pre>
      {choices.map(([label, answer]) => (
        <button
          key={label}
          type="button"
          className="button button--small button--plain"
          onClick={() => onChoose(answer)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
