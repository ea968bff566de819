import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { quantityTip, stepQuantity, typedQuantity } from './quantity.ts'
import './QuantityBox.css'

interface QuantityBoxProps {
  /** What the quantity is of, e.g. the article's code: 'Cantidad de PR-1034'. */
  of: string
  multiple: number
  /** The text in the box, held by whoever has the save button; read it with `typedQuantity`. */
  value: string
  onChange: (text: string) => void
  /** Enter in the box, with the quantity as typed; 0 when empty. */
  onSave?: (quantity: number) => void
  /** On leaving the box, and on Enter without `onSave`: for the cart, where there is no save button. */
  onSettle?: (quantity: number) => void
  /** After − and +, and the arrow keys. */
  onStep?: (quantity: number) => void
  disabled?: boolean
}

/** − quantity +, by the article's multiple; what is typed stays as it is until the server has rounded it (R21, R34). */
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
  const tip = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const typed = useRef(value)
  // A number that comes while somebody is in the box would take the selection away: what is typed next is to replace it.
  useLayoutEffect(() => {
    if (value !== typed.current && box.current === document.activeElement) box.current?.select()
    typed.current = value
  }, [value])
  /** In the top layer and below the box: cards clip what they contain, and the price stands above. */
  const showTip = (input: HTMLElement) => {
    if (!tip.current || tip.current.matches(':popover-open')) return
    const { left, bottom } = input.getBoundingClientRect()
    tip.current.style.left = `${left}px`
    tip.current.style.top = `${bottom + 6}px`
    tip.current.showPopover()
    window.addEventListener('scroll', hideTip, { once: true, passive: true })
  }
  const hideTip = () => tip.current?.hidePopover()
  const step = (direction: 1 | -1) => {
    const text = stepQuantity(value, multiple, direction)
    onChange(text)
    onStep?.(Number(text))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      const settle = onSave ?? onSettle
      settle?.(typedQuantity(value))
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      step(event.key === 'ArrowUp' ? 1 : -1)
    }
  }
  const lowest = typedQuantity(value) <= multiple
  const hasTip = multiple > 1
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
        ref={box}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        aria-label={`Cantidad de ${of}`}
        aria-describedby={hasTip ? tipId : undefined}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          typed.current = event.target.value.replace(/\D/g, '')
          onChange(typed.current)
        }}
        onPointerEnter={(event) => showTip(event.currentTarget)}
        onPointerLeave={hideTip}
        onFocus={(event) => {
          event.target.select()
          showTip(event.currentTarget)
        }}
        onBlur={() => {
          hideTip()
          onSettle?.(typedQuantity(value))
        }}
        onKeyDown={onKeyDown}
      />
      <button type="button" aria-label={`Sumar, ${of}`} disabled={disabled} onClick={() => step(1)}>
        +
      </button>
      {hasTip && (
        <span ref={tip} className="quantity__tip" role="tooltip" id={tipId} popover="manual">
          {quantityTip(multiple)}
        </span>
      )}
    </div>
  )
}
