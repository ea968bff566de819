import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { searchProducts } from '../../../../contract/catalogue.ts'
import {
  addSynonym,
  LONGEST_SYNONYM,
  listSynonyms,
  removeSynonym,
  type StoredSynonym,
  synonymTexts,
} from '../../../../contract/synonyms.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Field } from '../../../ui/Field.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { openHere } from '../../../ui/open-here.ts'
import styles from './dashboard.module.css'

/** Debounce of the search for what is meant, in milliseconds. */
const REST = 250

interface SynonymsDialogProps {
  /** What somebody searched in vain; '' for nothing. */
  readonly first: string
  readonly synonyms: readonly StoredSynonym[]
  readonly onClose: () => void
}

/** Other words for what is searched: a form for one more, which shows what it would find, and those that there are (R377). */
export function SynonymsDialog({ first, synonyms, onClose }: SynonymsDialogProps) {
  const [words, setWords] = useState(first)
  const [meaning, setMeaning] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const add = useAction(() => call(addSynonym, { body: { words: words.trim(), meaning: meaning.trim() } }), {
    names: addSynonym.body,
    outdates: [listSynonyms],
    success: 'Agregado: en unos segundos la tienda lo encuentra',
    onDone: () => {
      setWords('')
      setMeaning('')
      setProblems({})
    },
    onRefused: ({ message, fields }) => setProblems(Object.keys(fields).length > 0 ? fields : { meaning: message }),
  })
  const remove = useAction(({ id }: StoredSynonym) => call(removeSynonym, { params: { id } }), {
    outdates: [listSynonyms],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const lacking = {
      ...(words.trim() === '' && { words: synonymTexts.words }),
      ...(meaning.trim() === '' && { meaning: synonymTexts.meaning }),
    }
    setProblems(lacking)
    if (Object.keys(lacking).length === 0) void add.run()
  }
  return (
    <Modal title="Otras palabras para buscar" onClose={onClose}>
      <form className={styles.synonym} onSubmit={submit} noValidate>
        <Field label="Quien busca" required error={problems.words}>
          {(control) => (
            <input
              {...control}
              ref={first === '' ? openHere : undefined}
              maxLength={LONGEST_SYNONYM}
              autoComplete="off"
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </Field>
        <Field
          label="Ve también lo que se encuentra con"
          required
          error={problems.meaning}
          help={<Found text={meaning} />}
        >
          {(control) => (
            <input
              {...control}
              ref={first === '' ? undefined : openHere}
              maxLength={LONGEST_SYNONYM}
              autoComplete="off"
              value={meaning}
              onChange={({ target }) => setMeaning(target.value)}
            />
          )}
        </Field>
        <button type="submit" className="button" aria-disabled={add.busy}>
          Agregar
        </button>
      </form>
      {synonyms.length > 0 && (
        <ul className={styles.synonyms} aria-label="Otras palabras agregadas">
          {synonyms.map((synonym) => (
            <li key={synonym.id}>
              <span>
                {synonym.words} → {synonym.meaning}
              </span>
              <button
                type="button"
                className="button button--quiet button--small"
                aria-label={`Borrar ${synonym.words}, ${synonym.meaning}`}
                title="Borrar"
                aria-disabled={remove.busy}
                onClick={() => void remove.run(synonym)}
              >
                <IconX size={17} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

/** What a text finds today of what has a price. */
function Found({ text }: { text: string }) {
  const asked = useDebounced(text.trim(), REST)
  const { data } = useQuery({
    // With a price, so that it does not count as one of the searches that found nothing.
    ...queryOf(searchProducts, { query: { text: asked, minPrice: 0, order: 'default', page: 0 } }),
    enabled: asked !== '',
  })
  const first = data?.[0]
  if (asked === '' || !data) return 'Por ejemplo, quien busca «nenuco» ve también lo de «bebote».'
  if (!first) return 'Hoy no encuentra nada.'
  return `Hoy encuentra ${formatCount(first.total ?? 0)}: ${first.description}${data.length > 1 ? '…' : ''}`
}
