import { readPrice } from './place.ts'
import { useDraft } from './use-draft.ts'

interface PriceFieldProps {
  readonly label: string
  /** Pesos. */
  readonly value: number | undefined
  readonly onChange: (pesos: number | undefined) => void
}

/** One end of the price range, as Argentines write amounts. */
export function PriceField({ label, value, onChange }: PriceFieldProps) {
  const { draft, setDraft, flush, invalid } = useDraft<number | undefined>({
    value,
    format: (pesos) => (pesos === undefined ? '' : String(pesos).replace('.', ',')),
    parse: readPrice,
    settle: onChange,
    delay: 400,
  })
  return (
    <input
      className="input input--price"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      aria-label={label}
      aria-invalid={invalid || undefined}
      placeholder={label}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={flush}
      onKeyDown={(event) => {
        if (event.key === 'Enter') flush()
      }}
    />
  )
}
