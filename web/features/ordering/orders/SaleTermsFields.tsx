import { saleTermsInWords } from '../../../../contract/order-text.ts'
import { saleLineOf } from '../../../../contract/orders.ts'
import type { SaleTerms } from '../../../../contract/users.ts'
import { Field } from '../../../ui/Field.tsx'
import styles from './confirm-order.module.css'
import { conditionFor, conditionsOf, defaultCondition, SALE_LINES } from './sale-terms.ts'

interface SaleTermsFieldsProps {
  /** The client's own terms; undefined until they are known. */
  own: SaleTerms | undefined
  /** Whether the client's own terms could not be loaded, and the device does not know them. */
  isUnknown: boolean
  /** Null until one is chosen or the client's own is known. */
  condition: number | null
  /** Whether 'Enviar' was refused because no condition is chosen. */
  refused: boolean
  /** Null for the client's own condition. */
  onChange: (condition: number | null) => void
}

/** Sale line and condition, for staff (R104). They begin with the client's own; another choice is told apart from it. */
export function SaleTermsFields({ own, isUnknown, condition, refused, onChange }: SaleTermsFieldsProps) {
  const line = condition === null ? null : saleLineOf(condition)
  const error =
    condition !== null
      ? undefined
      : isUnknown
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
            {line === null && <option value="">{isUnknown || own ? 'Elija una línea' : 'Cargando…'}</option>}
            {line !== null &&
              conditionsOf(line).map((offered) => (
                <option key={offered} value={offered}>
                  Condición {offered}
                </option>
              ))}
          </select>
        )}
      </Field>
      {own && condition !== null && condition !== own.condition && (
        <p className={`notice ${styles.otherTerms}`} role="status">
          La del cliente es {saleTermsInWords({ saleLine: own.line, saleCondition: own.condition })}.{' '}
          {conditionFor(own.condition) === own.condition && (
            <button type="button" className="button button--quiet" onClick={() => onChange(null)}>
              Usar la del cliente
            </button>
          )}
        </p>
      )}
    </div>
  )
}
