import { type ComponentProps, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { showToast } from '../../lib/toast.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { UserForm } from './UserForm.tsx'
import { draftOf, emptyDraft } from './user-form.ts'
import { useUserToEdit } from './users.api.ts'

const FORM = 'formulario-de-usuario'

interface UserDrawerProps {
  /** Null makes a new user. */
  id: number | null
  onClose: () => void
}

/** The form for creating and editing a user, beside the list; closing it with changes asks first. */
export function UserDrawer({ id, onClose }: UserDrawerProps) {
  const [dirty, setDirty] = useState(false)
  const [busy, setBusy] = useState(false)
  const unsaved = useUnsaved(dirty)
  const close = () => {
    if (!busy) unsaved.leave(onClose)
  }
  const saved = () => {
    showToast('success', id === null ? 'Usuario creado correctamente' : 'Usuario guardado correctamente')
    unsaved.leaveSaved(onClose)
  }
  const form = { id, formId: FORM, onDirty: setDirty, onBusy: setBusy, onSaved: saved }
  return (
    <>
      <Drawer
        title={id === null ? 'Nuevo usuario' : 'Editar usuario'}
        onClose={close}
        footer={
          <>
            <button type="button" className="button button--plain" onClick={close}>
              Cancelar
            </button>
            <button type="submit" form={FORM} className="button" aria-disabled={busy}>
              {busy ? 'Guardando…' : 'Guardar'}
            </button>
          </>
        }
      >
        {id === null ? (
          <UserForm {...form} before={emptyDraft} verified hasTerms={false} />
        ) : (
          <StoredUserForm {...form} id={id} />
        )}
      </Drawer>
      {unsaved.asking && (
        <ConfirmDialog
          title="Hay cambios sin guardar"
          text="Si cierra ahora, se pierden los cambios de este usuario."
          confirm="Descartar cambios"
          cancel="Seguir editando"
          onConfirm={unsaved.discard}
          onCancel={unsaved.stay}
        />
      )}
    </>
  )
}

type FormProps = Omit<ComponentProps<typeof UserForm>, 'before' | 'verified' | 'hasTerms'>

function StoredUserForm({ id, ...form }: FormProps & { id: number }) {
  const { data, isPending, error } = useUserToEdit(id)
  if (isPending) return <SkeletonRows rows={8} height={56} />
  if (error) return <p className="notice notice--error">{messageOf(error)}</p>
  const { user, terms } = data
  return (
    <UserForm
      {...form}
      id={id}
      before={draftOf(user, terms)}
      verified={user.verified}
      hasTerms={terms !== null}
    />
  )
}
