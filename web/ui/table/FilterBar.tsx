import type { ReactNode } from 'react'
import { type Form, useForm } from '../../lib/form.ts'
import type { Problems } from '../../lib/form-rules.ts'
import styles from './table.module.css'

interface FilterBarProps<Filters extends object> {
  /** What screen readers call it: 'Buscar usuarios'. */
  label: string
  /** What the list is narrowed to now. */
  value: Filters
  onSearch: (filters: Filters) => void
  /** Takes all filters away; a button does. */
  onClear?: () => void
  /** What cannot be searched for, by field. */
  check?: (filters: Filters) => Problems<Filters>
  /** The fields, of ui/form. */
  children: (form: Form<Filters>) => ReactNode
}

/** Filters above a list; Buscar or Enter applies them. */
export const FilterBar = <Filters extends object>(props: FilterBarProps<Filters>) => (
  // Another address begins with its own filters, e.g. after Back.
  <Bar key={JSON.stringify(props.value)} {...props} />
)

function Bar<Filters extends object>({
  label,
  value,
  onSearch,
  onClear,
  check,
  children,
}: FilterBarProps<Filters>) {
  const form = useForm({
    begin: value,
    save: async (filters) => onSearch(trimmed(filters)),
    guarded: false,
    ...(check && { check }),
  })
  return (
    <search aria-label={label}>
      <form className={styles.filters} noValidate onSubmit={(event) => void form.submit(event)}>
        {children(form)}
        <button type="submit" className="button">
          Buscar
        </button>
        {onClear && (
          <button type="button" className="button button--plain" onClick={onClear}>
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
