import { saveAddress } from '../../../../contract/accounts.ts'
import { clientAddresses, type OwnAddress, userAddresses } from '../../../../contract/users.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { FieldGroup, TextField } from '../../../ui/form/fields.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { noPlace } from './place.ts'

interface AddressFormProps {
  userId: number
  /** The address to change; null to add a new one. */
  address: OwnAddress | null
}

const { street, ...otherNames } = saveAddress.body.fields
const names = { fields: { ...otherNames, address: street } }

/** Adds or changes an address of the user; direccion, provincia and ciudad are required (R205). */
export const AddressDrawer = ({ onClose, ...props }: AddressFormProps & { onClose: () => void }) => (
  <FormDrawer title={props.address ? 'Editar dirección' : 'Agregar dirección'} placement="centre" onClose={onClose}>
    {() => <AddressForm {...props} />}
  </FormDrawer>
)

function AddressForm({ userId, address }: AddressFormProps) {
  const form = useForm({
    begin: {
      ...noPlace,
      address: address?.street ?? '',
      provinceId: address?.provinceId == null ? '' : String(address.provinceId),
      city: address?.city ?? '',
      postalCode: address?.postalCode ?? '',
      notes: address?.notes ?? '',
    },
    save: ({ address: line, provinceId, city, postalCode, notes }) =>
      call(saveAddress, {
        body: {
          id: address?.id ?? null,
          userId,
          street: line,
          provinceId: Number(provinceId),
          city,
          postalCode,
          notes,
        },
      }),
    names,
    outdates: [userAddresses, clientAddresses],
    success: 'Dirección guardada',
  })
  return (
    <FormFrame form={form}>
      <FieldGroup>
        <PlaceFields form={form} cityLabel="Ciudad" required />
        <TextField form={form} name="notes" label="Observaciones" multiline maxLength={1000} wide />
      </FieldGroup>
    </FormFrame>
  )
}
