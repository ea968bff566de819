import { useState } from 'react'
import type { Endpoint } from '../../../contract/endpoint.ts'
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
  /** Lists that stand, to which the lines may be added instead; where that is offered. */
  readonly into?: { readonly lists: readonly SavedList[]; readonly add: (list: SavedList) => Promise<SavedList> }
  readonly save: (named: Named) => Promise<SavedList>
  /** The calls whose answers saving puts out of date. */
  readonly outdates?: readonly Endpoint[]
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
  into,
  save,
  outdates = [],
  onSaved,
  onClose,
}: ListNameDialogProps) {
  const [name, setName] = useState(first.name)
  const [shared, setShared] = useState(first.shared)
  const [problem, setProblem] = useState('')
  const [target, setTarget] = useState<SavedList | null>(null)
  const saving = useAction(() => (into && target ? into.add(target) : save({ name: name.trim(), shared })), {
    outdates,
    names: createSavedList.body,
    onDone: onSaved,
    onRefused: ({ message, fields }) => setProblem(Object.values(fields)[0] ?? message),
  })
  const submit = () => (!target && name.trim() === '' ? setProblem(savedListTexts.name) : void saving.run())
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
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {into && into.lists.length > 0 && (
          <Field label="Lista" error={(target && problem) || undefined}>
            {(control) => (
              <select
                {...control}
                value={target?.id ?? ''}
                onChange={({ target: { value } }) => {
                  setTarget(into.lists.find(({ id }) => id === Number(value)) ?? null)
                  setProblem('')
                }}
              >
                <option value="">Una lista nueva</option>
                {into.lists.map((list) => (
                  <option key={list.id} value={list.id}>
                    {list.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {!target && (
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
        )}
        {!target && clientId !== NO_CLIENT && (
          <label className={styles.shared}>
            <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
            Compartirla con todos los que compran para este cliente
          </label>
        )}
      </form>
    </ConfirmDialog>
  )
}
