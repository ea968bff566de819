import { type InputHTMLAttributes, type KeyboardEvent, useState } from 'react'
import styles from './Combobox.module.css'
import type { ControlProps } from './Field.tsx'

export interface Suggestion {
  readonly id: string
  readonly label: string
}

type OwnProps = {
  control: ControlProps
  value: string
  onType: (text: string) => void
  suggestions: readonly Suggestion[]
  onPick: (suggestion: Suggestion) => void
  /** What the list is called. */
  listLabel: string
  /** Shows what there is to choose from as soon as the box is entered. */
  opensOnFocus?: boolean
  /** Leaving the box with whatever stands in it. */
  onLeave?: () => void
}
type ComboboxProps = OwnProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof OwnProps | keyof ControlProps>

const countText = (count: number) => (count === 1 ? '1 sugerencia' : `${count} sugerencias`)

/**
 * A text box with suggestions below it, which any text may stay in (WAI-ARIA combobox with a list): arrows move,
 * Enter picks, Escape closes the list.
 */
export function Combobox({
  control,
  value,
  onType,
  suggestions,
  onPick,
  listLabel,
  opensOnFocus = false,
  onLeave,
  onFocus,
  ...input
}: ComboboxProps) {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const listId = `${control.id}-lista`
  const optionId = (at: number) => `${listId}-${at}`
  const shown = open && suggestions.length > 0
  const at = shown && active < suggestions.length ? active : -1

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const pick = (suggestion: Suggestion) => {
    close()
    onPick(suggestion)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { length } = suggestions
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && length > 0) {
      event.preventDefault()
      const down = event.key === 'ArrowDown'
      setOpen(true)
      if (at === -1) setActive(down ? 0 : length - 1)
      else setActive((at + (down ? 1 : length - 1)) % length)
    } else if (event.key === 'Enter' && suggestions[at]) {
      event.preventDefault()
      pick(suggestions[at])
    } else if (event.key === 'Escape' && shown) {
      // Escape closes the list only, not the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
  return (
    <div className={styles.combobox}>
      <input
        {...input}
        {...control}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={at === -1 ? undefined : optionId(at)}
        value={value}
        onChange={({ target }) => {
          setOpen(true)
          setActive(-1)
          onType(target.value)
        }}
        onFocus={(event) => {
          onFocus?.(event)
          if (opensOnFocus) setOpen(true)
        }}
        onBlur={() => {
          close()
          onLeave?.()
        }}
        onKeyDown={onKeyDown}
      />
      {shown && (
        <div id={listId} className={styles.list} role="listbox" aria-label={listLabel}>
          {suggestions.map((suggestion, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the box and picks from there.
            <div
              key={suggestion.id}
              id={optionId(place)}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              // The box keeps the focus: without it the list would be gone before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(suggestion)}
            >
              {suggestion.label}
            </div>
          ))}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {shown && countText(suggestions.length)}
      </span>
    </div>
  )
}
