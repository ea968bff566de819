import { useQuery } from '@tanstack/react-query'
import { listCarriers, listZones } from '../../../../contract/erp-lists.ts'
import { PROVINCES } from '../../../../contract/provinces.ts'
import { enableUser, filterUsers, getEnabling, listNotEnabled, type UserRow } from '../../../../contract/user-admin.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { queryOf, recordQueryOf } from '../../../lib/query.ts'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { optionsOf, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { usePasswordAgain } from '../../../ui/form/use-password-again.tsx'
import { enablingBody, inFormOrder, type Missing, nothing } from './enabling.ts'

/** Enables a user; the form asks only for the data that the user still lacks. */
export const EnableDialog = ({ user, onClose }: { user: UserRow; onClose: () => void }) => (
  <FormDrawer
    title="Habilitar usuario"
    placement="centre"
    onClose={onClose}
    record={useQuery(recordQueryOf(getEnabling, { params: { id: user.id } }))}
  >
    {({ missing }) => <EnableForm user={user} missing={inFormOrder(missing)} />}
  </FormDrawer>
)

const provinces = PROVINCES.map(([id, name]) => ({ value: String(id), label: name }))

function EnableForm({ user, missing }: { user: UserRow; missing: readonly Missing[] }) {
  const carriers = useQuery(queryOf(listCarriers))
  const zones = useQuery(queryOf(listZones))
  const again = usePasswordAgain(enableUser.body)
  const form = useForm({
    begin: nothing,
    focusAtStart: missing[0],
    save: (draft) =>
      again.sure((own) => call(enableUser, { params: { id: user.id }, body: { ...enablingBody(draft), ...own } })),
    names: enableUser.body,
    outdates: [listNotEnabled, filterUsers],
    success: 'Usuario habilitado',
  })
  const field = { form, required: true }
  const asks = (name: Missing) => missing.includes(name)
  return (
    <>
      <FormFrame form={form} submit="Habilitar" submitting="Habilitando…">
        <p>
          {user.businessName || user.name} podrá ingresar a la tienda y recibirá un aviso en {user.email}.
          {missing.length > 0 && ' Antes complete lo que falta:'}
        </p>
        {asks('businessName') && <TextField {...field} name="businessName" label="Razón social" />}
        {asks('firstName') && <TextField {...field} name="firstName" label="Nombre" />}
        {asks('address') && <TextField {...field} name="address" label="Dirección de entrega" maxLength={300} />}
        {asks('provinceId') && (
          <SelectField
            {...field}
            name="provinceId"
            label="Provincia"
            none="Seleccione una provincia"
            options={provinces}
          />
        )}
        {asks('city') && <TextField {...field} name="city" label="Ciudad" maxLength={150} />}
        {asks('carrierId') && (
          <SelectField
            {...field}
            name="carrierId"
            label="Expreso"
            none="Seleccione un expreso"
            options={optionsOf(carriers.data ?? [])}
          />
        )}
        {asks('zoneId') && (
          <SelectField
            {...field}
            name="zoneId"
            label="Zona"
            none="Seleccione una zona"
            options={optionsOf(zones.data ?? [])}
          />
        )}
      </FormFrame>
      {again.dialog}
    </>
  )
}
