import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { UserForm } from './UserForm.tsx'
import { draftOf, emptyDraft } from './user-form.ts'
import { useUserToEdit } from './users.api.ts'

/** The form for a new user beside the list. */
export const NewUserDrawer = ({ onClose }: { onClose: () => void }) => (
  <FormDrawer title="Nuevo usuario" onClose={onClose}>
    {() => <UserForm user={null} begin={emptyDraft} hasTerms={false} />}
  </FormDrawer>
)

/** The form of a stored user beside the list. */
export const UserDrawer = ({ id, onClose }: { id: number; onClose: () => void }) => (
  <FormDrawer title="Editar usuario" onClose={onClose} record={useUserToEdit(id)}>
    {({ user, terms }) => <UserForm user={user} begin={draftOf(user, terms)} hasTerms={terms !== null} />}
  </FormDrawer>
)
