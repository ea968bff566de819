import { type FormEvent, useEffect, useRef, useState } from 'react'
import { categoryTexts, MAX_NAME } from '../../../../contract/category-manager.ts'
import { formatTime } from '../../../lib/format.ts'
import type { Refusal } from '../../../lib/refusal.ts'
import { Field } from '../../../ui/Field.tsx'
import styles from './categories.module.css'

interface NameFormProps {
  label: string
  begin?: string
  submit: string
  /** Whether a brand is sold by whole bultos (R364); undefined where that is not asked. */
  wholePacks?: boolean
  /** Saves what was entered; a refusal is shown beside the name. */
  save: (name: string, wholePacks: boolean) => Promise<Refusal | null>
  onClose: () => void
  /** Whether the form stays open for the next name. */
  several?: boolean
}

/** A name typed in place: Enter saves it, Escape closes the form. */
export function NameForm({ label, begin = '', submit, wholePacks, save, onClose, several = false }: NameFormProps) {
  const [byPack, setByPack] = useState(wholePacks ?? false)
  const [name, setName] = useState(begin)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.select(), [])
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wanted = name.trim()
    if (wanted === begin && begin !== '' && byPack === (wholePacks ?? false)) return onClose()
    if (wanted === '') {
      setError(categoryTexts.nameMissing)
      return box.current?.focus()
    }
    setBusy(true)
    const refused = await save(wanted, byPack)
    setBusy(false)
    if (refused) {
      const { changed, message } = refused
      setError(
        changed
          ? `${changed.by || 'El sistema'} hizo un cambio el ${formatTime(changed.at)}. Guarde otra vez para dejar lo suyo.`
          : message,
      )
    } else if (several) setName('')
    else return onClose()
    box.current?.focus()
  }
  return (
    <form
      className={styles.nameForm}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => void onSubmit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <Field label={label} error={error} className={styles.nameField}>
        {(control) => (
          <input
            {...control}
            ref={box}
            autoComplete="off"
            maxLength={MAX_NAME}
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              setError('')
            }}
          />
        )}
      </Field>
      {wholePacks !== undefined && (
        <label className={styles.byPack}>
          <input type="checkbox" checked={byPack} onChange={({ target }) => setByPack(target.checked)} />
          {categoryTexts.wholePacks}
        </label>
      )}
      <button type="submit" className="button" aria-disabled={busy}>
        {busy ? 'Guardando…' : submit}
      </button>
      <button type="button" className="button button--plain" onClick={onClose}>
        {several ? 'Listo' : 'Cancelar'}
      </button>
    </form>
  )
}
