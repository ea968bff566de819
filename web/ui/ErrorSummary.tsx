import styles from './ErrorSummary.module.css'

export interface Problem {
  /** Id of the control with the problem. */
  id: string
  label: string
  message: string
}

interface ErrorSummaryProps {
  problems: readonly Problem[]
  /** What went wrong as a whole: why the server refused. */
  refusal?: string
}

/** All that is wrong with a form in one place; each line leads to its field. Screen readers hear it when it changes. */
export function ErrorSummary({ problems, refusal = '' }: ErrorSummaryProps) {
  return (
    <div role="alert" className={styles.summary}>
      {refusal && <p className="notice notice--error">{refusal}</p>}
      {problems.length > 0 && (
        <div className="notice notice--error">
          <p>{problems.length === 1 ? 'Revise este dato:' : `Revise estos ${problems.length} datos:`}</p>
          <ul>
            {problems.map(({ id, label, message }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(id)?.focus()
                  }}
                >
                  {label}
                </a>
                : <span>{message}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
