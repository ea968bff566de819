import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import styles from './QuantityBox.module.css'
import { quantityTip, readQuantity, stepQuantity } from './quantity.ts'

interface QuantityBoxProps {
  /** What the quantity is of, e.g. the article's code: 'Cantidad de PR-1034'. */
  of: string
  multiple: number
  /** The text in the box, held by whoever has the save button; read it with `saveTyped`. */
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

/**
 * − quantity +, by the article's multiple. Typed text stays as it is until the server has rounded it (R21, R34). Text that is
 * no quantity is not saved, and the box says why.
 */
export function QuantityBox({ of, multiple, value, onChange, onSave, onSettle, onStep, disabled }: QuantityBoxProps) {
  const tipId = useId()
  const hasTip = multiple > 1
  const tip = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const typed = useRef(value)
  // A new value would take the selection away from a focused box. It is selected again: the next typing is to replace it.
  useLayoutEffect(() => {
    if (value !== typed.current && box.current === document.activeElement) box.current?.select()
    typed.current = value
  }, [value])
  /** Shows the tip in the top layer, because cards clip what they contain, and below the box: the price is above. */
  const showTip = (input: HTMLElement) => {
    if (!tip.current || tip.current.matches(':popover-open')) return
    const { left, bottom } = input.getBoundingClientRect()
    tip.current.style.left = `${left}px`
    tip.current.style.top = `${bottom + 6}px`
    tip.current.showPopover()
    window.addEventListener('scroll', hideTip, { once: true, passive: true })
  }
  const hideTip = () => tip.current?.hidePopover()
  const { quantity, problem } = readQuantity(value)
  // A problem stays in sight after the box was left, too: nothing was saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the problem comes and goes.
  useEffect(() => {
    if (problem && box.current === document.activeElement) showTip(box.current as HTMLElement)
    else if (!problem && !hasTip) hideTip()
  }, [problem])
  const step = (direction: 1 | -1) => {
    const text = stepQuantity(value, multiple, direction)
    onChange(text)
    onStep?.(Number(text))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      const settle = onSave ?? onSettle
      if (quantity !== null) settle?.(quantity)
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      step(event.key === 'ArrowUp' ? 1 : -1)
    }
  }
  const isLowest = quantity !== null && quantity <= multiple
  return (
    <div className={styles.quantity} data-gun>
      <button type="button" aria-label={`Restar, ${of}`} disabled={disabled || isLowest} onClick={() => step(-1)}>
        −
      </button>
      <input
        ref={box}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Cantidad de ${of}`}
        aria-describedby={hasTip || problem ? tipId : undefined}
        aria-invalid={problem !== '' || undefined}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          typed.current = event.target.value
          onChange(typed.current)
        }}
        onPointerEnter={(event) => showTip(event.currentTarget)}
        onPointerLeave={() => !problem && hideTip()}
        onFocus={(event) => {
          event.target.select()
          showTip(event.currentTarget)
        }}
        onBlur={() => {
          if (!problem) hideTip()
          if (quantity !== null) onSettle?.(quantity)
        }}
        onKeyDown={onKeyDown}
      />
      <button type="button" aria-label={`Sumar, ${of}`} disabled={disabled} onClick={() => step(1)}>
        +
      </button>
      {(hasTip || problem) && (
        <span
          ref={tip}
          className={styles.tip}
          role={problem ? 'alert' : 'tooltip'}
          id={tipId}
          popover="manual"
          data-problem={problem !== ''}
        >
          {problem || quantityTip(multiple)}
        </span>
      )}
    </div>
  )
}
