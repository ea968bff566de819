import { useQuery } from '@tanstack/react-query'
import { listPriceLists, type PriceList } from '../../../../contract/price-lists.ts'
import {
  changePromotion,
  createPromotion,
  getPromotion,
  LONGEST_NAME,
  LONGEST_PROMOTED,
  listPromotions,
  type PromotionBody,
} from '../../../../contract/promotions.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { queryOf } from '../../../lib/query.ts'
import { type Taxonomy, useTaxonomy } from '../../../shop/taxonomy.ts'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { CheckField, DayField, FieldGroup, FormField, SelectField, TextField, Wide } from '../../../ui/form/fields.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { PromotionReview } from './PromotionReview.tsx'
import { bodyOf, draftOf, isOfBranch, listField, problemsOf } from './promotion-draft.ts'

/** A promotion as it is stored, with its id. */
export type StoredPromotion = PromotionBody & { readonly id: number; readonly version: number }

const WAYS = [
  { value: 'percent', label: 'Un porcentaje' },
  { value: 'price', label: 'Un precio de cada artículo' },
]
const COVERAGES = [
  { value: 'articles', label: 'Artículos sueltos' },
  { value: 'brand', label: 'Toda una marca' },
  { value: 'category', label: 'Una categoría o subcategoría' },
]

/** The form of a promotion, with what it would do to prices. `stored`: null for a new one. */
export function PromotionForm({ stored }: { stored: StoredPromotion | null }) {
  const lists = useQuery(queryOf(listPriceLists))
  const taxonomy = useTaxonomy()
  return (
    <Waiting for={lists} rows={8} height={56}>
      {(all) => (
        <Waiting for={taxonomy} rows={8} height={56}>
          {(tree) => (
            <Form
              stored={stored}
              lists={all.filter(({ id, active }) => active || stored?.lists?.includes(id ?? 0))}
              taxonomy={tree}
            />
          )}
        </Waiting>
      )}
    </Waiting>
  )
}

interface FormProps {
  stored: StoredPromotion | null
  lists: readonly PriceList[]
  taxonomy: Taxonomy
}

function Form({ stored, lists, taxonomy }: FormProps) {
  const id = stored?.id
  const form = useForm({
    begin: draftOf(stored, lists),
    focusAtStart: stored ? undefined : 'name',
    check: (draft) => problemsOf(draft, lists),
    save: (draft) => {
      const body = bodyOf(draft, lists)
      return id === undefined
        ? call(createPromotion, { body })
        : call(changePromotion, { params: { id }, body: { ...body, version: draft.version } })
    },
    names: {
      fields: {
        name: ['nombre'],
        percent: ['porcentaje'],
        covers: ['alcance'],
        brandId: ['marca'],
        categoryId: ['categoria'],
        articles: ['articulos'],
        beginDay: ['desde'],
        endDay: ['hasta'],
      },
    },
    reread: id === undefined ? undefined : async () => draftOf(await call(getPromotion, { params: { id } }), lists),
    outdates: [listPromotions, getPromotion],
    success: stored ? 'Promoción guardada' : 'Promoción hecha',
  })
  const { draft } = form
  const isBranch = isOfBranch(draft)
  return (
    <FormFrame form={form}>
      <FieldGroup>
        <TextField
          form={form}
          name="name"
          label="Nombre"
          required
          wide
          maxLength={LONGEST_NAME}
          placeholder="Día del Niño"
          help="Lo lee el cliente junto al precio: «Promoción Día del Niño»."
        />
        <SelectField form={form} name="way" label="Qué se fija" options={WAYS} />
        {draft.way === 'percent' ? (
          <TextField
            form={form}
            name="percent"
            label="Descuento (%)"
            inputMode="decimal"
            maxLength={5}
            required
            help="De 1 a 90. No se suma a otros descuentos: vale el mayor."
          />
        ) : (
          <Wide>
            <p className="field__help">
              Vale donde es más bajo que el precio de lista del cliente. No lleva otros descuentos ni escalas.
            </p>
          </Wide>
        )}
      </FieldGroup>
      <FieldGroup title="De qué">
        {draft.way === 'percent' && <SelectField form={form} name="covers" label="Alcance" options={COVERAGES} />}
        {isBranch ? (
          <>
            <SelectField
              form={form}
              name="brandId"
              label="Marca"
              required
              none="Elija una marca"
              options={taxonomy.brands}
              onChoose={(brandId) => form.set({ brandId, categoryId: '', subcategoryId: '' })}
            />
            {draft.covers === 'category' && (
              <>
                <SelectField
                  form={form}
                  name="categoryId"
                  label="Categoría"
                  required
                  none="Elija una categoría"
                  options={taxonomy.categoriesOf(draft.brandId)}
                  onChoose={(categoryId) => form.set({ categoryId, subcategoryId: '' })}
                />
                <SelectField
                  form={form}
                  name="subcategoryId"
                  label="Subcategoría"
                  none="Toda la categoría"
                  options={taxonomy.subcategoriesOf(draft.categoryId)}
                />
              </>
            )}
          </>
        ) : (
          <FormField
            form={form}
            name="articles"
            label={draft.way === 'price' ? 'Códigos y precios' : 'Códigos'}
            required
            wide
            help={
              draft.way === 'price'
                ? 'Un código y su precio por línea, como se copian de una planilla.'
                : 'Un código por línea, como se copian de una planilla.'
            }
          >
            {(control, value, set) => (
              <textarea
                {...control}
                rows={6}
                spellCheck={false}
                maxLength={LONGEST_PROMOTED}
                placeholder={draft.way === 'price' ? '00123\t1.250,50\n00456\t980' : '00123\n00456'}
                value={value}
                onChange={({ target }) => set(target.value)}
              />
            )}
          </FormField>
        )}
      </FieldGroup>
      {lists.length > 1 && (
        <FieldGroup title="Para quién">
          <CheckField form={form} name="forAll" label="Todos los clientes" wide />
          {!draft.forAll &&
            lists.map((list) => (
              <CheckField key={list.id} form={form} name={listField(list)} label={`Los de ${list.name}`} />
            ))}
        </FieldGroup>
      )}
      <FieldGroup title="Cuándo">
        <DayField form={form} name="beginDay" label="Desde" required />
        <TextField
          form={form}
          name="beginHour"
          label="Hora en que empieza"
          placeholder="00:00"
          maxLength={5}
          help="Vacía: al empezar el día."
        />
        <DayField form={form} name="endDay" label="Hasta" required />
        <TextField
          form={form}
          name="endHour"
          label="Hora en que termina"
          placeholder="24:00"
          maxLength={5}
          help="Vacía: al terminar el día."
        />
      </FieldGroup>
      <PromotionReview
        bodyNow={() =>
          form.isReadable() && !Object.values(problemsOf(draft, lists)).some(Boolean) ? bodyOf(draft, lists) : null
        }
        id={id}
      />
    </FormFrame>
  )
}
