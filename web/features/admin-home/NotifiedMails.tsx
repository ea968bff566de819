import { type FormEvent, useRef, useState } from 'react'
import { notifiedRefused } from '../../../contract/user-admin.ts'
import { messageOf } from '../../lib/api.ts'
import { showToast } from '../../lib/toast.ts'
import { Field } from '../../ui/Field.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { isNotifiable, saveNotified, splitMails, useNotified } from './admin-home.api.ts'

/** Who is told of new orders; each change is kept at once (spec 2 sections 2 and 5). */
export function NotifiedMails() {
  const { data: mails, isPending, error: failure } = useNotified()
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const busy = useRef(false)
  const box = useRef<HTMLInputElement>(null)

  const save = async (next: readonly string[], done: string) => {
    if (busy.current) return
    busy.current = true
    setError('')
    try {
      await saveNotified(next)
      setText('')
      showToast('success', done)
    } catch (refused) {
      setError(messageOf(refused))
    } finally {
      busy.current = false
      box.current?.focus()
    }
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    const added = splitMails(text)
    if (added.length === 0 || !added.every(isNotifiable)) {
      setError(notifiedRefused)
      box.current?.focus()
      return
    }
    void save([...new Set([...(mails ?? []), ...added])], 'Email agregado')
  }
  return (
    <section aria-labelledby="correos-de-aviso">
      <h2 id="correos-de-aviso">Correos que reciben los pedidos</h2>
      {isPending && <SkeletonRows rows={2} height={40} />}
      {failure && <p className="notice notice--error">{messageOf(failure)}</p>}
      {mails && (
        <div className="panel admin-home__mails">
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
          <form noValidate onSubmit={add}>
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
    </section>
  )
}
