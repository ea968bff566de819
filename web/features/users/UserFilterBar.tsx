import { type ComponentProps, type FormEvent, useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import { userTypes } from './user-types.ts'
import type { UserFilters } from './users.api.ts'

/** Name, type, enabled and active; Buscar or Enter applies them. */
export function UserFilterBar({
  filters,
  onSearch,
}: {
  filters: UserFilters
  onSearch: (filters: UserFilters) => void
}) {
  const [wanted, setWanted] = useState(filters)
  const set = (field: keyof UserFilters) => (event: { target: { value: string } }) =>
    setWanted({ ...wanted, [field]: event.target.value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch({ ...wanted, name: wanted.name.trim() })
  }
  return (
    <search aria-label="Buscar usuarios">
      <form className="filters" onSubmit={submit}>
        <Field label="Nombre" className="field--wide">
          {(control) => (
            <input
              {...control}
              type="search"
              maxLength={100}
              placeholder="Nombre, razón social, email o CUIT"
              value={wanted.name}
              onChange={set('name')}
            />
          )}
        </Field>
        <Field label="Tipo">
          {(control) => (
            <select {...control} value={wanted.type} onChange={set('type')}>
              <option value="">Todos</option>
              {userTypes.map(({ type, label }) => (
                <option key={type} value={type}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Habilitado">
          {(control) => <YesNo {...control} value={wanted.enabled} onChange={set('enabled')} />}
        </Field>
        <Field label="Activo">
          {(control) => <YesNo {...control} value={wanted.active} onChange={set('active')} />}
        </Field>
        <button type="submit" className="button">
          Buscar
        </button>
      </form>
    </search>
  )
}

const YesNo = (props: ComponentProps<'select'>) => (
  <select {...props}>
    <option value="">Todos</option>
    <option value="1">Sí</option>
    <option value="0">No</option>
  </select>
)
