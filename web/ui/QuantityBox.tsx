import { type KeyboardEvent, useId } from 'react'
import { quantityTip, readQuantity, stepQuantity } from './quantity.ts'
import './QuantityBox.css'

interface QuantityBoxProps {
  /** What the quantity is of, e.g. the article's code: 'Cantidad de PR-1034'. */
  of: string
  multiple: number
  /** The text in the box, held by whoever has the save button; read it with `readQuantity`. */
  value: string
  onChange: (text: string) => void
  /** Enter in the box, with the rounded quantity; 0 when empty or zero. */
  onSave?: (quantity: number) => void
  /** On leaving the box, and on Enter without `onSave`: for the cart, where there is no save button. */
  onSettle?: (quantity: number) => void
  /** After − and +, and the arrow keys. */
  onStep?: (quantity: number) => void
  disabled?: boolean
}

/** − quantity +, rounded to the article's multiple (READINGS 21). Zero and empty may be typed. */
export function QuantityBox({
  of,
  multiple,
  value,
  onChange,
  onSave,
  onSettle,
  onStep,
  disabled,
}: QuantityBoxProps) {
  const tipId = useId()
  const step = (direction: 1 | -1) => {
    const text = stepQuantity(value, multiple, direction)
    onChange(text)
    onStep?.(Number(text))
  }
  const settle = () => {
    const quantity = readQuantity(value, multiple)
    if (quantity > 0) onChange(String(quantity))
    onSettle?.(quantity)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      const quantity = readQuantity(value, multiple)
      if (quantity > 0) onChange(String(quantity))
      if (onSave) onSave(quantity)
      else onSettle?.(quantity)
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      step(event.key === 'ArrowUp' ? 1 : -1)
    }
  }
  const lowest = readQuantity(value, multiple) <= multiple
  return (
    <div className="quantity">
      <button
        type="button"
        aria-label={`Restar, ${of}`}
        disabled={disabled || lowest}
        onClick={() => step(-1)}
      >
        −
      </button>
      <input
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        aria-label={`Cantidad de ${of}`}
        aria-describedby={tipId}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
        onFocus={(event) => event.target.select()}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      <button type="button" aria-label={`Sumar, ${of}`} disabled={disabled} onClick={() => step(1)}>
        +
      </button>
      <span className="quantity__tip" role="tooltip" id={tipId}>
        {quantityTip(multiple)}
      </span>
    </div>
  )
}
