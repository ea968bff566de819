import { useState } from 'react'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { createSavedList, MAX_LIST_NAME, type SavedList, savedListTexts } from '../../../contract/saved-lists.ts'
import { useAction } from '../../lib/action.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { openHere } from '../../ui/open-here.ts'
import styles from './saved-lists.module.css'

type Named = Pick<SavedList, 'name' | 'shared'>

interface ListNameDialogProps {
  readonly title: string
  readonly text?: string
  readonly confirm: string
  readonly clientId: number
  readonly first: Named
  readonly save: (named: Named) => Promise<SavedList>
  readonly onSaved: (list: SavedList) => void
  readonly onClose: () => void
}

/** Asks for the name of a list and whether it is shared, and saves both (R368, R369). */
export function ListNameDialog({
  title,
  text = '',
  confirm,
  clientId,
  first,
  save,
  onSaved,
  onClose,
}: ListNameDialogProps) {
  const [name, setName] = useState(first.name)
  const [shared, setShared] = useState(first.shared)
  const [problem, setProblem] = useState('')
  const saving = useAction(() => save({ name: name.trim(), shared }), {
    names: createSavedList.body,
    onDone: onSaved,
    onRefused: ({ message, fields }) => setProblem(Object.values(fields)[0] ?? message),
  })
  const submit = () => (name.trim() === '' ? setProblem(savedListTexts.name) : void saving.run())
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={confirm}
      busy={saving.busy}
      harmless
      onConfirm={submit}
      onCancel={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label="Nombre" required error={problem || undefined}>
          {(control) => (
            <input
              {...control}
              ref={openHere}
              maxLength={MAX_LIST_NAME}
              autoComplete="off"
              value={name}
              onChange={({ target }) => {
                setName(target.value)
                setProblem('')
              }}
            />
          )}
        </Field>
        {clientId !== NO_CLIENT && (
          <label className={styles.shared}>
            <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
            Compartirla con todos los que compran para este cliente
          </label>
        )}
      </form>
    </ConfirmDialog>
  )
}
