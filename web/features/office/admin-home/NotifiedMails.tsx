import { type FormEvent, useRef, useState } from 'react'
import { getNotified, isNotified, notifiedAlready, notifiedRefused } from '../../../../contract/notified-mails.ts'
import { useAction } from '../../../lib/action.ts'
import { Field } from '../../../ui/Field.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { isNotifiable, saveNotified, splitMails, useNotified } from './admin-home.api.ts'
import styles from './admin-home.module.css'
import { places } from './places.ts'

interface Change {
  mails: readonly string[]
  /** The toast once the list is stored. */
  done: string
}

/** The addresses that are told of new orders. Each change is stored at once (R202 and R205). */
export function NotifiedMails() {
  const notified = useNotified()
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const { run } = useAction(({ mails }: Change) => saveNotified(mails), {
    outdates: [getNotified],
    success: (_, { done }) => done,
    onDone: () => setText(''),
    onRefused: (refusal) => setError(refusal.message),
  })
  const save = async (mails: readonly string[], done: string) => {
    setError('')
    await run({ mails, done })
    box.current?.focus()
  }
  const refuse = (message: string) => {
    setError(message)
    box.current?.focus()
  }
  const add = (event: FormEvent, mails: readonly string[]) => {
    event.preventDefault()
    const added = splitMails(text)
    if (added.length === 0 || !added.every(isNotifiable)) return refuse(notifiedRefused)
    if (added.some((mail) => isNotified(mails.join(';'), mail))) return refuse(notifiedAlready)
    const once = added.filter((mail, at) => !isNotified(added.slice(0, at).join(';'), mail))
    void save([...mails, ...once], 'Email agregado')
  }
  return (
    <section aria-labelledby={places.notified}>
      <h2 id={places.notified}>Correos que reciben los pedidos</h2>
      <Waiting for={notified} rows={2} height={40}>
        {(mails) => (
          <div className={`panel ${styles.mails}`}>
            {mails.length > 0 ? (
              <ul aria-label="Correos">
                {mails.map((mail) => (
                  <li key={mail}>
                    <span>{mail}</span>
                    <button
                      type="button"
                      className="button button--danger"
                      aria-label={`Quitar ${mail}`}
                      onClick={() =>
                        void save(
                          mails.filter((other) => other !== mail),
                          'Email quitado',
                        )
                      }
                    >
                      Quitar
                    </button>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="field__help">Nadie recibe aviso de los pedidos nuevos.</p>
            )}
            <form noValidate onSubmit={(event) => add(event, mails)}>
              <Field label="Agregar email" error={error} help="Varios se separan con punto y coma (;).">
                {(control) => (
                  <input
                    {...control}
                    ref={box}
                    inputMode="email"
                    autoComplete="off"
                    maxLength={300}
                    value={text}
                    onChange={({ target }) => {
                      setText(target.value)
                      setError('')
                    }}
                  />
                )}
              </Field>
              <button type="submit" className="button">
                Agregar
              </button>
            </form>
          </div>
        )}
      </Waiting>
    </section>
  )
}
