/** The fields of a form: label, help, error and value tied to the draft by the field's name. */
import { type HTMLAttributes, type ReactNode, useEffect, useState } from 'react'
import { isDay } from '../../../contract/wire.ts'
import { formatDay } from '../../lib/day.ts'
import type { Form } from '../../lib/form.ts'
import { dayProblem } from '../../lib/read-day.ts'
import { DayBox } from '../DayBox.tsx'
import { type ControlProps, Field } from '../Field.tsx'
import styles from './form.module.css'

/** The draft's fields that hold such a value. */
type NameOf<Draft, Value> = {
  [K in keyof Draft & string]: Draft[K] extends Value ? K : never
}[keyof Draft & string]

interface FieldProps<Draft extends object, Name> {
  form: Form<Draft>
  name: Name
  label: string
  /** Must not be empty. */
  required?: boolean
  help?: ReactNode
  /** Over the form's whole width. */
  wide?: boolean
  /** A problem that the form itself does not know. */
  error?: string
}

interface FormFieldProps<Draft extends object, Name extends keyof Draft & string> extends FieldProps<Draft, Name> {
  /** The value as it is read; by default as it stands there. */
  say?: (value: Draft[Name]) => string
  /** Why what stands in the control is no value; '' when it is one. */
  unreadable?: (value: Draft[Name]) => string
  children: (control: ControlProps, value: Draft[Name], set: (value: Draft[Name]) => void) => ReactNode
}

const EMPTY = '(vacío)'
const asText = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'Sí' : 'No') : String(value ?? '').trim() || EMPTY

/** A field with a control of its own; `TextField`, `SelectField` and `CheckField` are made of it. */
export function FormField<Draft extends object, Name extends keyof Draft & string>({
  form,
  name,
  label,
  required = false,
  help,
  wide,
  error,
  say = asText,
  unreadable,
  children,
}: FormFieldProps<Draft, Name>) {
  useFieldFacts(form, name, {
    label,
    required,
    say: say as (value: unknown) => string,
    unreadable: unreadable as ((value: unknown) => string) | undefined,
  })
  return (
    <Field
      id={form.idOf(name)}
      label={label}
      required={required}
      help={help}
      error={form.problems[name] || error}
      className={wide ? styles.wide : ''}
    >
      {(control) =>
        children(control, form.draft[name], (value) => form.set({ [name]: value } as unknown as Partial<Draft>))
      }
    </Field>
  )
}

type Facts = Parameters<Form<object>['register']>[1]

/** Registers a field at every render: its label, and whether it is required, may change with the draft. */
function useFieldFacts<Draft extends object>(form: Form<Draft>, name: string, facts: Facts): void {
  const { register } = form
  useEffect(() => register(name, facts))
}

interface TextFieldProps<Draft extends object> extends FieldProps<Draft, NameOf<Draft, string>> {
  type?: 'text' | 'email' | 'tel' | 'password' | 'search'
  inputMode?: HTMLAttributes<HTMLElement>['inputMode']
  autoComplete?: string
  placeholder?: string
  /** Most characters. */
  maxLength?: number
  /** Several lines. */
  multiline?: boolean
  /** Read, never changed. */
  locked?: boolean
  onLeave?: () => void
}

/** A line of text, or with `multiline` several. */
export function TextField<Draft extends object>({
  type = 'text',
  inputMode,
  autoComplete = type === 'password' ? 'new-password' : 'off',
  placeholder,
  maxLength = 200,
  multiline = false,
  locked = false,
  onLeave,
  ...field
}: TextFieldProps<Draft>) {
  return (
    <FormField {...field} say={type === 'password' ? () => '••••' : asText}>
      {(control, value, set) => {
        const shared = {
          ...control,
          maxLength,
          placeholder,
          autoComplete,
          value: value as string,
          readOnly: locked,
          onBlur: onLeave,
          onChange: (event: { target: { value: string } }) => set(event.target.value as typeof value),
        }
        return multiline ? <textarea {...shared} rows={3} /> : <input {...shared} type={type} inputMode={inputMode} />
      }}
    </FormField>
  )
}

/** A day, yyyy-mm-dd in the draft; a text that is no day is said when the box is left, and refused with the form (R253). */
export function DayField<Draft extends object>(field: FieldProps<Draft, NameOf<Draft, string>>) {
  const [isLeft, setLeft] = useState(false)
  const value = field.form.draft[field.name] as string
  return (
    <FormField
      {...field}
      error={(isLeft && dayProblem(value)) || field.error || ''}
      say={(day) => (isDay(day as string) ? formatDay(day as string) : asText(day))}
      unreadable={(day) => dayProblem(day as string)}
    >
      {(control, day, set) => (
        <DayBox
          control={control}
          label={field.label}
          value={day as string}
          onChange={(next) => {
            setLeft(false)
            set(next as typeof day)
          }}
          onLeave={() => setLeft(true)}
        />
      )}
    </FormField>
  )
}

export interface Option {
  readonly value: string
  readonly label: string
}

interface SelectFieldProps<Draft extends object> extends FieldProps<Draft, NameOf<Draft, string>> {
  options: readonly Option[]
  /** The label of the empty choice; without it there is always a choice. */
  none?: string
  /** Called in place of setting the field. */
  onChoose?: (value: string) => void
}

/** One of a list. A stored value that the list lacks is shown by its number and stays. */
export function SelectField<Draft extends object>({ options, none, onChoose, ...field }: SelectFieldProps<Draft>) {
  const nameOf = (value: string) => {
    if (value === '') return none ?? EMPTY
    return options.find((option) => option.value === value)?.label ?? `N.º ${value}`
  }
  return (
    <FormField {...field} say={(value) => nameOf(String(value))}>
      {(control, value, set) => (
        <select
          {...control}
          value={String(value)}
          onChange={({ target }) => (onChoose ? onChoose(target.value) : set(target.value as unknown as typeof value))}
        >
          {none !== undefined && <option value="">{none}</option>}
          {value !== '' && !options.some((option) => option.value === value) && (
            <option value={String(value)}>{nameOf(String(value))}</option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}

/** The rows of a list as options. */
export const optionsOf = (rows: readonly { id: number; name: string }[]): Option[] =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }))

interface OfferedFieldProps<Draft extends object> extends Omit<SelectFieldProps<Draft>, 'options'> {
  /** Undefined until the list has come. */
  offered: readonly { id: number; name: string }[] | undefined
}

/** One of a list of the shop, such as its carriers; no field where the list is empty. */
export const OfferedField = <Draft extends object>({ offered, ...field }: OfferedFieldProps<Draft>) =>
  offered?.length === 0 ? null : <SelectField {...field} options={optionsOf(offered ?? [])} />

/** A yes or no. `required`: must be a yes, which the form's checks say. */
export function CheckField<Draft extends object>({
  form,
  name,
  label,
  required = false,
  help,
  wide,
}: Omit<FieldProps<Draft, NameOf<Draft, boolean>>, 'error'>) {
  const id = form.idOf(name)
  const problem = form.problems[name]
  const described = [help && `${id}-ayuda`, problem && `${id}-error`].filter(Boolean).join(' ')
  useFieldFacts(form, name, { label, required: false, say: asText })
  return (
    <div className={`${styles.check} ${wide ? styles.wide : ''}`}>
      <input
        id={id}
        type="checkbox"
        checked={Boolean(form.draft[name])}
        aria-required={required || undefined}
        aria-invalid={Boolean(problem)}
        aria-describedby={described || undefined}
        onChange={({ target }) => form.set({ [name]: target.checked } as unknown as Partial<Draft>)}
      />
      <label htmlFor={id}>{label}</label>
      {help && (
        <span id={`${id}-ayuda`} className="field__help">
          {help}
        </span>
      )}
      {problem && (
        <span id={`${id}-error`} className="field__error">
          {problem}
        </span>
      )}
    </div>
  )
}

/** Fields that belong together, side by side where there is room; under a heading where the form has several groups. */
export const FieldGroup = ({ title, children }: { title?: string; children: ReactNode }) => (
  <fieldset className={styles.group}>
    {title && <legend>{title}</legend>}
    {children}
  </fieldset>
)

/** Something over the whole width that is no field. */
export const Wide = ({ children }: { children: ReactNode }) => <div className={styles.wide}>{children}</div>
