import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getOfficeSubstitute, setOfficeSubstitute } from '../../../../contract/substitutes.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { queryOf } from '../../../lib/query.ts'
import { Field } from '../../../ui/Field.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './product-manager.module.css'

/**
 * What all clients take in place of an article that can't be ordered, unless they chose themselves (R376). It is stored on its own,
 * not with the form around it.
 */
export function ProductSubstitute({ articleId }: { readonly articleId: number }) {
  const found = useQuery(queryOf(getOfficeSubstitute, { params: { articleId } }))
  return (
    <Waiting for={found} rows={1} height={40}>
      {(stored) => <Choice key={stored.code} articleId={articleId} stored={stored} />}
    </Waiting>
  )
}

interface ChoiceProps {
  readonly articleId: number
  readonly stored: { readonly code: string; readonly description: string }
}

function Choice({ articleId, stored }: ChoiceProps) {
  const [code, setCode] = useState(stored.code)
  const save = useAction(() => call(setOfficeSubstitute, { params: { articleId }, body: { code: code.trim() } }), {
    outdates: [getOfficeSubstitute],
    success: ({ code: taken }) => (taken ? `Reemplazo guardado: ${taken}` : 'El artículo ya no tiene reemplazo'),
  })
  const isStored = code.trim() === stored.code
  const store = () => {
    if (!isStored) void save.run()
  }
  const help = stored.code
    ? `Cuando este no se puede pedir va ${stored.code} ${stored.description}. Lo que un cliente eligió va primero.`
    : 'Lo que llevan los clientes cuando este no se puede pedir. Vacío: se les propone.'
  return (
    <Field label="Código del reemplazo" help={help}>
      {(control) => (
        <div className={styles.substitute}>
          <input
            {...control}
            autoComplete="off"
            maxLength={100}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            onKeyDown={(event) => {
              // Enter would save the form around it, and not this.
              if (event.key !== 'Enter') return
              event.preventDefault()
              store()
            }}
          />
          <button type="button" className="button button--plain" aria-disabled={save.busy || isStored} onClick={store}>
            Fijar el reemplazo
          </button>
        </div>
      )}
    </Field>
  )
}
