import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { saleLineOf } from '../../../../contract/orders.ts'
import { saleTermsQuery } from '../../../shop/clients.ts'
import { Field } from '../../../ui/Field.tsx'
import styles from './confirm-order.module.css'
import { conditionFor, conditionsOf, defaultCondition, SALE_LINES } from './sale-terms.ts'

interface SaleTermsFieldsProps {
  clientId: number
  /** Null until the client's own one is known. */
  condition: number | null
  /** The order needs it, and it is not chosen. */
  refused: boolean
  onChange: (condition: number) => void
}

/** Sale line and condition, for staff (R104): the client's own ones to begin with. */
export function SaleTermsFields({ clientId, condition, refused, onChange }: SaleTermsFieldsProps) {
  const terms = useQuery(saleTermsQuery(clientId))
  const loaded = terms.data?.condition
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known; what is chosen then stays.
  useEffect(() => {
    if (loaded !== undefined && condition === null) onChange(conditionFor(loaded))
  }, [loaded])
  const line = condition === null ? null : saleLineOf(condition)
  const error = terms.isError
    ? 'No pudimos cargar la del cliente: elija línea y condición.'
    : refused
      ? 'Elija línea y condición de venta.'
      : undefined
  return (
    <div className={styles.terms}>
      <fieldset className={styles.ways}>
        <legend>Línea de venta</legend>
        {SALE_LINES.map((one) => (
          <label key={one} className={styles.way}>
            <input
              type="radio"
              name="linea"
              checked={line === one}
              onChange={() => onChange(defaultCondition(one))}
            />
            Línea {one.toUpperCase()}
          </label>
        ))}
      </fieldset>
      <Field label="Condición de venta" error={error}>
        {(control) => (
          <select
            {...control}
            value={condition ?? ''}
            disabled={line === null}
            onChange={({ target }) => onChange(Number(target.value))}
          >
            {line === null && <option value="">{terms.isPending ? 'Cargando…' : 'Elija una línea'}</option>}
            {line !== null &&
              conditionsOf(line).map((one) => (
                <option key={one} value={one}>
                  Condición {one}
                </option>
              ))}
          </select>
        )}
      </Field>
    </div>
  )
}
