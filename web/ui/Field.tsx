import { type ReactNode, useId } from 'react'

export interface ControlProps {
  id: string
  className: 'input'
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  'aria-required': boolean | undefined
}

interface FieldProps {
  label: string
  /** Given when code elsewhere focuses the control. */
  id?: string
  /** What is wrong with the value. */
  error?: string | undefined
  /** What helps to fill it in. */
  help?: ReactNode
  required?: boolean
  className?: string
  /** The control, with everything that ties it to its label and texts. */
  children: (control: ControlProps) => ReactNode
}

/** A labelled control with its help and its error. */
export function Field({ label, id, error, help, required, className = '', children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const helpId = `${controlId}-ayuda`
  const errorId = `${controlId}-error`
  const described = [help && helpId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className={`field ${className}`}>
      <label className="field__label" htmlFor={controlId}>
        {label}
        {required && <span aria-hidden> *</span>}
      </label>
      {children({
        id: controlId,
        className: 'input',
        'aria-invalid': Boolean(error),
        'aria-describedby': described || undefined,
        'aria-required': required || undefined,
      })}
      {help && (
        <span id={helpId} className="field__help">
          {help}
        </span>
      )}
      {error && (
        <span id={errorId} className="field__error">
          {error}
        </span>
      )}
    </div>
  )
}
