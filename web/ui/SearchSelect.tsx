import { IconSelector } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { openHere } from './open-here.ts'
import styles from './SearchSelect.module.css'

export interface Choice {
  readonly id: number
  readonly label: string
  /** Smaller, below the label. */
  readonly detail: string
  /** Beside the label, e.g. 'con carrito'. */
  readonly marks?: readonly string[]
}

interface SearchSelectProps {
  id: string
  /** What is chosen, in words; '' for nothing. Without typing it stands in the box. */
  chosen: string
  placeholder: string
  label: string
  choices: readonly Choice[]
  /** Whether the choices still belong to an earlier text: Enter then waits for the right ones. */
  stale: boolean
  /** What is said in place of the choices, or below them. */
  message: string
  /** The text that is being typed; null when nobody searches. */
  onSearch: (text: string | null) => void
  onChoose: (choice: Choice) => void
  /** The end of the choices comes into sight: more may follow. */
  onMore?: () => void
  /** It has the focus when the dialog around it opens. */
  focusAtStart?: boolean
  className?: string
}

const countText = (count: number) => (count === 1 ? '1 opción' : `${count} opciones`)

/**
 * A box that finds and chooses one of many (WAI-ARIA combobox with a list): typing searches, arrows move, Enter
 * chooses, Escape and leaving put back what was chosen.
 */
export function SearchSelect({
  id,
  chosen,
  placeholder,
  label,
  choices,
  stale,
  message,
  onSearch,
  onChoose,
  onMore,
  focusAtStart = false,
  className = '',
}: SearchSelectProps) {
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const isEnterWaiting = useRef(false)
  const open = text !== null
  const listId = `${id}-lista`
  const at = open && choices.length > 0 ? Math.min(active, choices.length - 1) : -1

  const search = (next: string | null) => {
    isEnterWaiting.current = false
    setText(next)
    setActive(0)
    onSearch(next)
  }
  const choose = (choice: Choice) => {
    search(null)
    onChoose(choice)
  }
  const lookForEnd = () => {
    const box = list.current
    if (box && box.scrollTop + box.clientHeight * 2 >= box.scrollHeight) onMore?.()
  }
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the choices for an early Enter have come.
  useEffect(() => {
    const [first] = choices
    if (isEnterWaiting.current && !stale && first) choose(first)
  }, [stale, choices])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { length } = choices
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) search('')
      else if (length > 0) setActive((at + (event.key === 'ArrowDown' ? 1 : length - 1)) % length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const choice = choices[at]
      if (!open) search('')
      else if (stale) isEnterWaiting.current = true
      else if (choice) choose(choice)
    } else if (event.key === 'Escape' && open) {
      // Escape closes the list only, not the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      search(null)
    }
  }
  const onFocus = ({ target }: FocusEvent<HTMLInputElement>) => target.select()
  return (
    <div className={`${styles.select} ${className}`}>
      <input
        ref={focusAtStart ? openHere : undefined}
        id={id}
        className="input input--ended"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={at < 0 ? undefined : `${listId}-${at}`}
        placeholder={placeholder}
        value={text ?? chosen}
        onChange={({ target }) => search(target.value)}
        onClick={() => !open && search('')}
        onFocus={onFocus}
        onBlur={() => open && search(null)}
        onKeyDown={onKeyDown}
      />
      <IconSelector size={18} aria-hidden />
      {open && (
        // The box keeps the focus: without it the list would be gone before the click.
        <div className={styles.panel} data-stale={stale} onPointerDown={(event) => event.preventDefault()}>
          <div ref={list} id={listId} className={styles.list} role="listbox" aria-label={label} onScroll={lookForEnd}>
            {choices.map((choice, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the box and chooses from there.
              <div
                key={choice.id}
                id={`${listId}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === at}
                // With the press: another answer may move the choices before the button is let go. A finger scrolls with its press.
                onPointerDown={({ pointerType, button }) => pointerType === 'mouse' && button === 0 && choose(choice)}
                onClick={() => choose(choice)}
              >
                <span>
                  {choice.label}
                  {choice.marks?.map((mark) => (
                    <em key={mark}> {mark}</em>
                  ))}
                </span>
                <small>{choice.detail}</small>
              </div>
            ))}
          </div>
          {message && <p>{message}</p>}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {open && (message || countText(choices.length))}
      </span>
    </div>
  )
}
