import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PROVINCES } from '../../../../contract/provinces.ts'
import { roles } from '../../../../contract/roles.ts'
import { BONUS_REFUSED, enableUser, getEnabling, type UserRow } from '../../../../contract/user-admin.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { readPercent } from '../../../lib/percent.ts'
import { queryOf, recordQueryOf } from '../../../lib/query.ts'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, OfferedField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { usePasswordAgain } from '../../../ui/form/use-password-again.tsx'
import { ClientLink } from './ClientLink.tsx'
import { TermsFields } from './TermsFields.tsx'
import { createsClient, emptyDraft, enablingOf, inFormOrder, type Missing, wireNames } from './user-form.ts'
import { afterUserChange, useFormLists } from './users.api.ts'

/**
 * Enables a user and links it to its client in one step (R323). The form asks only for the data that neither the user nor
 * the client has.
 */
export const EnableDialog = ({ user, onClose }: { user: UserRow; onClose: () => void }) => (
  <FormDrawer
    title="Habilitar usuario"
    placement="centre"
    onClose={onClose}
    record={useQuery(recordQueryOf(getEnabling, { params: { id: user.id }, query: {} }))}
  >
    {({ missing, clientId }) => <EnableForm user={user} missing={inFormOrder(missing)} clientId={clientId} />}
  </FormDrawer>
)

const provinces = PROVINCES.map(([id, name]) => ({ value: String(id), label: name }))

interface EnableFormProps {
  user: UserRow
  /** What is missing while the user is linked to `clientId`. */
  missing: readonly Missing[]
  clientId: number | null
}

function EnableForm({ user, missing: missingAtStart, clientId }: EnableFormProps) {
  const lists = useFormLists()
  const again = usePasswordAgain(enableUser.body)
  const form = useForm({
    begin: { ...emptyDraft, type: user.type, cuit: user.cuit, carrierId: '', clientId },
    focusAtStart: missingAtStart[0],
    check: (draft) => (createsClient(draft) && readPercent(draft.bonus) === null ? { bonus: BONUS_REFUSED } : {}),
    save: (draft) =>
      again.sure((own) => call(enableUser, { params: { id: user.id }, body: { ...enablingOf(draft), ...own } })),
    names: wireNames,
    outdates: afterUserChange,
    success: 'Usuario habilitado',
  })
  const { draft } = form
  const now = useQuery({
    ...queryOf(
      getEnabling,
      draft.clientId === clientId ? null : { params: { id: user.id }, query: { clientId: draft.clientId ?? 0 } },
    ),
    placeholderData: keepPreviousData,
  })
  const missing = draft.clientId !== clientId && now.data ? inFormOrder(now.data.missing) : missingAtStart
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
          <OfferedField
            {...field}
            name="carrierId"
            label="Expreso"
            none="Seleccione un expreso"
            offered={lists.carriers}
          />
        )}
        {asks('zoneId') && (
          <OfferedField {...field} name="zoneId" label="Zona" none="Seleccione una zona" offered={lists.zones} />
        )}
        {!roles[user.type].isStaff && (
          <FieldGroup title="Cliente del sistema de gestión">
            <ClientLink form={form} />
            {draft.clientId === null && clientId === null && (
              <CheckField
                form={form}
                name="createClient"
                label="Dar de alta el cliente en el sistema de gestión"
                help="Ningún cliente tiene este CUIT."
                wide
              />
            )}
            {createsClient(draft) && <TermsFields form={form} lists={lists} />}
          </FieldGroup>
        )}
      </FormFrame>
      {again.dialog}
    </>
  )
}
