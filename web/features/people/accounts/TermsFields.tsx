import { SALE_CONDITIONS } from '../../../../contract/orders.ts'
import type { Form } from '../../../lib/form.ts'
import { optionsOf, SelectField, TextField } from '../../../ui/form/fields.tsx'
import type { UserDraft } from './user-form.ts'
import type { FormLists } from './users.api.ts'

const conditions = SALE_CONDITIONS.map(String).map((value) => ({ value, label: value }))

/** The terms that the legacy system keeps of a client, without the zone, which is the user's own field (R203). */
export const TermsFields = ({ form, lists }: { form: Form<UserDraft>; lists: FormLists }) => (
  <>
    <SelectField
      form={form}
      name="clientSellerId"
      label="Vendedor del cliente"
      none="Sin vendedor"
      options={optionsOf(lists.sellers)}
    />
    <SelectField form={form} name="saleCondition" label="Condición de venta" options={conditions} />
    <TextField
      form={form}
      name="bonus"
      label="Bonificación (%)"
      inputMode="decimal"
      maxLength={6}
      help="De 0 a 100."
      required
    />
    <SelectField
      form={form}
      name="vatConditionId"
      label="Condición de IVA"
      required
      none="Seleccione una condición"
      options={optionsOf(lists.vatConditions)}
    />
  </>
)
