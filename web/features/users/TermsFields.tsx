import { SALE_CONDITIONS } from '../../../contract/orders.ts'
import { optionsOf, SelectField, TextField } from './fields.tsx'
import type { FormLists } from './users.api.ts'

const conditions = SALE_CONDITIONS.map((condition) => ({
  value: String(condition),
  label: String(condition),
}))

/** What the legacy system keeps of a client besides the user's own zone (spec 2 section 3). */
export const TermsFields = ({ lists }: { lists: FormLists }) => (
  <>
    <SelectField name="clientSellerId" none="Sin vendedor" options={optionsOf(lists.sellers)} />
    <SelectField name="saleCondition" options={conditions} />
    <TextField name="bonus" inputMode="decimal" maxLength={6} help="De 0 a 100." required />
    <SelectField
      name="vatConditionId"
      required
      none="Seleccione una condición"
      options={optionsOf(lists.vatConditions)}
    />
  </>
)
