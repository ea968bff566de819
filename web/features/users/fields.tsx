import { createContext, type HTMLAttributes, type ReactNode, use } from 'react'
import { Field } from '../../ui/Field.tsx'
import { fieldLabels, type UserDraft, type UserField, type UserProblems } from './user-form.ts'

/** The form that fields stand in. */
export interface DraftForm {
  draft: UserDraft
  problems: UserProblems
  set: (change: Partial<UserDraft>) => void
}

export const DraftContext = createContext<DraftForm | null>(null)

export function useDraft(): DraftForm {
  const form = use(DraftContext)
  if (!form) throw new Error('There is no user form around this field')
  return form
}

/** Id of a field's control, to move the focus there. */
export const fieldId = (name: UserField): string => `usuario-${name}`

type NameOf<Value> = { [K in UserField]: UserDraft[K] extends Value ? K : never }[UserField]

interface TextFieldProps {
  name: NameOf<string>
  required?: boolean
  help?: ReactNode
  type?: 'text' | 'email' | 'tel' | 'password'
  inputMode?: HTMLAttributes<HTMLElement>['inputMode']
  maxLength?: number
  multiline?: boolean
  /** Shown and read, never changed. */
  locked?: boolean
  onLeave?: () => void
}

/** A line of text of the form, or with `multiline` several. */
export function TextField({
  name,
  required,
  help,
  type = 'text',
  inputMode,
  maxLength = 200,
  multiline = false,
  locked = false,
  onLeave,
}: TextFieldProps) {
  const { draft, problems, set } = useDraft()
  return (
    <Field
      label={fieldLabels[name]}
      id={fieldId(name)}
      error={problems[name]}
      help={help}
      required={required}
    >
      {(control) => {
        const shared = {
          ...control,
          maxLength,
          value: draft[name],
          readOnly: locked,
          onBlur: onLeave,
          onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
        }
        if (multiline) return <textarea {...shared} rows={2} />
        const autoComplete = type === 'password' ? 'new-password' : 'off'
        return <input {...shared} type={type} inputMode={inputMode} autoComplete={autoComplete} />
      }}
    </Field>
  )
}

interface SelectFieldProps {
  name: NameOf<string>
  required?: boolean
  help?: ReactNode
  /** What no choice is called; without it there must be one. */
  none?: string
  options: readonly { value: string; label: string }[]
  onChoose?: (value: string) => void
}

/** A choice from a list of the form. */
export function SelectField({ name, required, help, none, options, onChoose }: SelectFieldProps) {
  const { draft, problems, set } = useDraft()
  const value = draft[name]
  const unknown = value !== '' && !options.some((option) => option.value === value)
  return (
    <Field
      label={fieldLabels[name]}
      id={fieldId(name)}
      error={problems[name]}
      help={help}
      required={required}
    >
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => (onChoose ? onChoose(target.value) : set({ [name]: target.value }))}
        >
          {none !== undefined && <option value="">{none}</option>}
          {unknown && <option value={value}>{`N.º ${value}`}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A yes or no of the form. */
export function CheckField({ name, help }: { name: NameOf<boolean>; help?: string }) {
  const { draft, set } = useDraft()
  const id = fieldId(name)
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={draft[name]}
        aria-describedby={help && `${id}-ayuda`}
        onChange={({ target }) => set({ [name]: target.checked })}
      />
      <label htmlFor={id}>{fieldLabels[name]}</label>
      {help && (
        <span id={`${id}-ayuda`} className="field__help">
          {help}
        </span>
      )}
    </div>
  )
}

/** The rows of a list as a select's options. */
export const optionsOf = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }))
