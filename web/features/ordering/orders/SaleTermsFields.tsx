import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { saleLineOf } from '../../../../contract/orders.ts'
import { saleTermsQuery } from '../../../shop/clients.ts'
import { Field } from '../../../ui/Field.tsx'
import styles from './confirm-order.module.css'
import { conditionFor, conditionsOf, defaultCondition, SALE_LINES } from './sale-terms.ts'

interface SaleTermsFieldsProps {
  clientId: number
  /** Null until the client's own condition is known. */
  condition: number | null
  /** Whether 'Enviar' was refused because no condition is chosen. */
  refused: boolean
  onChange: (condition: number) => void
}

/** Sale line and condition, for staff (R104). They begin with the client's own. */
export function SaleTermsFields({ clientId, condition, refused, onChange }: SaleTermsFieldsProps) {
  const terms = useQuery(saleTermsQuery(clientId))
  const loaded = terms.data?.condition
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the client's condition is known; a later choice stays.
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
        {SALE_LINES.map((saleLine) => (
          <label key={saleLine} className={styles.way}>
            <input
              type="radio"
              name="linea"
              checked={line === saleLine}
              onChange={() => onChange(defaultCondition(saleLine))}
            />
            Línea {saleLine.toUpperCase()}
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
              conditionsOf(line).map((offered) => (
                <option key={offered} value={offered}>
                  Condición {offered}
                </option>
              ))}
          </select>
        )}
      </Field>
    </div>
  )
}
