import { fieldId } from './fields.tsx'
import { fieldLabels, type UserProblems, wrongFields } from './user-form.ts'

/** All that is wrong in one place, each line leading to its field; or why the server refused. */
export function ProblemSummary({ problems, refusal }: { problems: UserProblems; refusal: string }) {
  const wrong = wrongFields(problems)
  return (
    <div role="alert" className="user-form__alert">
      {refusal && <p className="notice notice--error">{refusal}</p>}
      {wrong.length > 0 && (
        <div className="notice notice--error">
          <p>Revise {wrong.length === 1 ? 'este dato' : `estos ${wrong.length} datos`}:</p>
          <ul>
            {wrong.map((field) => (
              <li key={field}>
                <button type="button" onClick={() => document.getElementById(fieldId(field))?.focus()}>
                  {fieldLabels[field]}
                </button>
                : {problems[field]}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
