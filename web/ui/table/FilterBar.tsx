import { IconFilter } from '@tabler/icons-react'
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Form, useForm } from '../../lib/form.ts'
import { changedFields, type Problems } from '../../lib/form-rules.ts'
import { usePhone } from '../../lib/media-query.ts'
import styles from './table.module.css'

/** How a search enters the history: a text that is typed on replaces the entry of its last step. */
export interface SearchStep {
  readonly replace?: boolean
}

export interface FilterBarProps<Filters extends object> {
  /** What screen readers call it: 'Buscar usuarios'. */
  label: string
  /** What the list is narrowed to now. */
  value: Filters
  onSearch: (filters: Filters, step: SearchStep) => void
  /** Why Buscar cannot search for a value, by field. */
  check?: (filters: Filters) => Problems<Filters>
  /** The fields, of ui/form. */
  children: (form: Form<Filters>) => ReactNode
  /** Beside the button that the filters are folded into on a phone. */
  beside?: ReactNode
}

/** How many filters narrow a list; a field narrows it unless it is ''. */
export const countFilters = (filters: object): number => Object.values(filters).filter((value) => value !== '').length

/** The same filters, each without a value. */
export const noneOf = <Filters extends object>(filters: Filters): Filters =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, ''])) as Filters

/** Pause after the last key, in milliseconds. */
const PAUSE = 300
/** Boxes that are typed into, key by key; a day is typed in three parts. */
const TYPED: ReadonlySet<string> = new Set(['text', 'search', 'date'])
const isTyped = ({ target }: ChangeEvent<HTMLFormElement>): boolean =>
  (target as Element) instanceof HTMLInputElement && TYPED.has(target.type)

/**
 * Filters above a list (R236): a choice applies at once, text after a pause or when its box is left. Buscar and Enter
 * do not wait. On a phone they are folded into one button, which says how many narrow the list (R249).
 */
export function FilterBar<Filters extends object>({
  label,
  value,
  onSearch,
  check,
  children,
  beside,
}: FilterBarProps<Filters>) {
  const isPhone = usePhone()
  const [isOpen, setOpen] = useState(false)
  const fieldsId = useId()
  const count = countFilters(value)
  const form = useForm({
    begin: value,
    save: async (filters) => {
      search(filters, false)
      setOpen(false)
    },
    guarded: false,
    ...(check && { check }),
  })
  const { draft } = form
  /** What the address says, as far as this bar knows. */
  const known = useRef(value)
  /** Whether the step before was typed in the box that still has the focus, and may go on. */
  const typing = useRef(false)
  const pause = useRef(0)

  const search = (filters: Filters, goesOn: boolean) => {
    const wanted = trimmed(filters)
    const isSame = changedFields(known.current, wanted).length === 0
    const replace = isSame || typing.current
    known.current = wanted
    typing.current = goesOn
    onSearch(wanted, { replace })
  }
  const apply = (typed: boolean) => {
    if (form.isReadable() && changedFields(known.current, trimmed(draft)).length > 0) search(draft, typed)
  }
  // When the pause ends, the list may have another order or page than when the key was pressed.
  const latest = useRef({ apply, form })
  useEffect(() => {
    latest.current = { apply, form }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: when what the address says is another, not another object.
  useEffect(() => {
    if (changedFields(known.current, value).length === 0) return
    // Something else changed the address, e.g. Back: the boxes follow.
    known.current = value
    typing.current = false
    latest.current.form.take(value)
  }, [JSON.stringify(value)])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft begins the pause anew.
  useEffect(() => {
    if (pause.current === 0) return latest.current.apply(false)
    const timer = setTimeout(() => latest.current.apply(true), pause.current)
    return () => clearTimeout(timer)
  }, [draft])

  return (
    <search aria-label={label}>
      {isPhone && (
        <div className={styles.fold}>
          <button
            type="button"
            className="button button--plain"
            aria-expanded={isOpen}
            aria-controls={fieldsId}
            onClick={() => setOpen(!isOpen)}
          >
            <IconFilter size={18} aria-hidden />
            Filtros{count > 0 && ` (${count})`}
          </button>
          {beside}
        </div>
      )}
      <form
        id={fieldsId}
        className={styles.filters}
        hidden={isPhone && !isOpen}
        noValidate
        onSubmit={(event) => void form.submit(event)}
        onChange={(event: ChangeEvent<HTMLFormElement>) => {
          pause.current = isTyped(event) ? PAUSE : 0
        }}
        onBlur={() => {
          apply(true)
          typing.current = false
        }}
      >
        {children(form)}
        <button type="submit" className="button">
          Buscar
        </button>
        {count > 0 && (
          <button type="button" className="button button--plain" onClick={() => onSearch(noneOf(value), {})}>
            Borrar filtros
          </button>
        )}
      </form>
    </search>
  )
}

const trimmed = <Filters extends object>(filters: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as Filters
