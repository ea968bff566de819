import { updateProfile } from '../../../../contract/accounts.ts'
import { getUser, type User } from '../../../../contract/user-admin.ts'
import { useForm } from '../../../lib/form.ts'
import { showToast } from '../../../lib/toast.ts'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { FieldGroup, OfferedField, TextField } from '../../../ui/form/fields.tsx'
import { saveProfile, useCarriers } from './accounts.api.ts'

/** The contact data of the signed-in user. All five fields are sent, or none (R205). */
export function ProfileForm({ user }: { user: User }) {
  const { firstName, lastName, phone, mobile, carrierId } = user
  const form = useForm({
    begin: { firstName, lastName, phone, mobile, carrierId: carrierId ? String(carrierId) : '' },
    save: (draft) =>
      saveProfile({ ...draft, id: user.id, carrierId: Number(draft.carrierId) || null }).catch((error) => {
        showToast('failure', 'No se pudo guardar el perfil')
        throw error
      }),
    names: updateProfile.body,
    outdates: [getUser],
    success: 'Perfil guardado',
  })
  const { data: carriers } = useCarriers()
  return (
    <FormFrame form={form} label="Perfil">
      <FieldGroup>
        <TextField form={form} name="firstName" label="Nombre" autoComplete="given-name" maxLength={100} required />
        <TextField form={form} name="lastName" label="Apellido" autoComplete="family-name" maxLength={100} required />
        <TextField
          form={form}
          name="phone"
          label="Teléfono"
          type="tel"
          maxLength={60}
          help="Si no tiene teléfono fijo, repita el celular."
          required
        />
        <TextField form={form} name="mobile" label="Celular" type="tel" autoComplete="tel" maxLength={60} required />
        <OfferedField
          form={form}
          name="carrierId"
          label="Expreso"
          none="Seleccione un expreso"
          offered={carriers}
          required
          wide
        />
      </FieldGroup>
    </FormFrame>
  )
}
