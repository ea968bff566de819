import { useTyped } from '../lib/use-typed.ts'
import { readPrice } from './price-text.ts'

interface PriceFieldProps {
  readonly label: string
  /** Pesos. */
  readonly value: number | undefined
  readonly onChange: (pesos: number | undefined) => void
}

/** The box for the lowest or the highest price of a filter, as Argentines write amounts. */
export function PriceField({ label, value, onChange }: PriceFieldProps) {
  const { typed, setTyped, flush, invalid } = useTyped<number | undefined>({
    value,
    format: (pesos) => (pesos === undefined ? '' : String(pesos).replace('.', ',')),
    parse: readPrice,
    settle: onChange,
    delay: 400,
  })
  return (
    <input
      className="input input--small"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      aria-label={label}
      aria-invalid={invalid || undefined}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={flush}
      onKeyDown={(event) => {
        if (event.key === 'Enter') flush()
      }}
    />
  )
}
