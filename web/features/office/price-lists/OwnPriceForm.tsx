import { type OwnPriceRow, ownListTexts, setOwnPrice } from '../../../../contract/own-lists.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { formatPrice } from '../../../lib/format.ts'
import { readPrice } from '../../../shop/price-text.ts'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { DayField, FieldGroup, TextField } from '../../../ui/form/fields.tsx'
import { outdatedByPrices } from './outdated.ts'

/** What one article costs by a list of the shop's own, at once or from a day on (R359). */
export function OwnPriceForm({ listId, row }: { listId: number; row: OwnPriceRow }) {
  const form = useForm({
    begin: { price: row.listPrice === null ? '' : String(row.listPrice / 100).replace('.', ','), day: '' },
    focusAtStart: 'price',
    check: ({ price }) => ({ price: price.trim() === '' || centsOf(price) !== null ? undefined : ownListTexts.price }),
    save: ({ price, day }) =>
      call(setOwnPrice, {
        params: { id: listId, articleId: row.articleId },
        body: { listPrice: centsOf(price), begins: day.trim() === '' ? undefined : day },
      }),
    names: { fields: { price: ['precio'], day: ['desde'] } },
    outdates: outdatedByPrices,
    success: 'Precio guardado',
  })
  return (
    <FormFrame form={form}>
      <FieldGroup title={`${row.code} · ${row.description}`}>
        <TextField
          form={form}
          name="price"
          label="Precio en la lista"
          inputMode="decimal"
          maxLength={20}
          help={`Vacío vale el de la lista base: ${formatPrice(row.base)}.`}
        />
        <DayField form={form} name="day" label="Desde" help="Vacío: rige ya." />
      </FieldGroup>
    </FormFrame>
  )
}

/** A price as it was typed, in cents; null for an empty box, and for what is none. */
function centsOf(typed: string): number | null {
  const pesos = typed.trim() === '' ? undefined : readPrice(typed)
  return pesos !== undefined && pesos !== null && pesos > 0 ? Math.round(pesos * 100) : null
}
