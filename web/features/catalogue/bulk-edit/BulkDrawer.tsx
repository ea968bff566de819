import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import {
  applyChoice,
  type BulkChoice,
  type BulkDone,
  type BulkReview,
  reviewChoice,
} from '../../../../contract/bulk-edit.ts'
import type { ListingFilter } from '../../../../contract/product-manager.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { type Form, useForm } from '../../../lib/form.ts'
import { formatCount } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { refusalOf } from '../../../lib/refusal.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { articlesText, pricesText } from '../../../shop/bulk-review/articles-text.ts'
import { PriceNotice } from '../../../shop/bulk-review/PriceNotice.tsx'
import { reviewColumns } from '../../../shop/bulk-review/review-columns.tsx'
import { useSure } from '../../../shop/bulk-review/use-sure.tsx'
import { useTaxonomy } from '../../../shop/taxonomy.ts'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, type Option, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Chosen } from '../../../ui/table/selection.ts'
import styles from './bulk-edit.module.css'
import { type BulkDraft, changesOf, emptyDraft, offersSubcategory, problemsOf } from './bulk-form.ts'
import { showStored, tellDone } from './undo.ts'

/** Debounce of the review, in milliseconds. */
const REVIEW_DEBOUNCE = 300
const YES_NO: readonly Option[] = [
  { value: 'si', label: 'Sí' },
  { value: 'no', label: 'No' },
]

interface BulkDrawerProps {
  chosen: Chosen
  /** The list's filter. With `chosen.all`, every article that it matches is meant, except the ids of `chosen`. */
  filter: ListingFilter
  onClose: () => void
}

/** One change for many articles (R34): the user ticks fields, sees what would change, and applies it in one step. */
export const BulkDrawer = ({ chosen, filter, onClose }: BulkDrawerProps) => (
  <FormDrawer title="Cambiar juntos" onClose={onClose}>
    {() => <BulkForm chosen={chosen} filter={filter} />}
  </FormDrawer>
)

function BulkForm({ chosen, filter }: Omit<BulkDrawerProps, 'onClose'>) {
  const articles = useMemo((): Omit<BulkChoice, 'changes'> => {
    const ids = chosen.ids.map(Number)
    return chosen.all ? { filter, except: ids } : { ids }
  }, [chosen, filter])
  const { sure, question } = useSure()
  const form: Form<BulkDraft> = useForm({
    begin: emptyDraft,
    check: problemsOf,
    save: (draft) => apply(draft),
    onDone: tellDone,
  })
  const { draft } = form
  const settled = useDebounced(draft, REVIEW_DEBOUNCE)
  const changes = changesOf(settled)
  const review = useQuery({
    ...queryOf(reviewChoice, changes && { body: { ...articles, changes } }),
    gcTime: 0,
  })
  const reviewed = settled === draft ? review.data : undefined

  async function apply(wanted: BulkDraft): Promise<BulkDone> {
    const wantedChanges = changesOf(wanted)
    // Only a review that was on the screen is applied.
    if (!wantedChanges) throw new ApiError(0, 'NOTHING', 'Elija qué cambiar')
    if (!reviewed) throw new ApiError(0, 'NOT_YET', 'Espere a ver qué cambia')
    if (!(await sure(reviewed))) throw new ApiError(0, 'NOT_SURE', 'No se cambió nada')
    try {
      const done = await call(applyChoice, {
        body: { ...articles, changes: wantedChanges, fingerprint: reviewed.fingerprint },
      })
      await showStored()
      return done
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) void review.refetch()
      throw error
    }
  }

  const pending = changesOf(draft) !== null && !reviewed && !review.error
  const submit = reviewed ? `Cambiar ${articlesText(reviewed.changed)}` : pending ? 'Revisando…' : 'Cambiar'
  return (
    <FormFrame form={form} submit={submit} submitting="Cambiando…" beside={reviewed ? pricesText(reviewed) : ''}>
      <FieldGroup>
        <Choice form={form} name="setDiscount" label="Descuento">
          <DiscountFields form={form} />
        </Choice>
        <PlaceChoices form={form} />
        {(['Promo', 'Future', 'Active'] as const).map((field) => (
          <Choice key={field} form={form} name={`set${field}`} label={FLAGS[field].label}>
            <SelectField form={form} name={FLAGS[field].name} label={FLAGS[field].label} options={YES_NO} />
          </Choice>
        ))}
        <Choice form={form} name="setHint" label="Indicación de compra">
          <TextField form={form} name="hint" label="Indicación de compra" maxLength={500} help="Vacía: se quita." />
        </Choice>
      </FieldGroup>
      <section aria-label="Qué cambia" className={styles.preview} aria-busy={pending}>
        {review.error && changes ? (
          <p className="notice notice--error">{refusalOf(review.error).message}</p>
        ) : (
          <Preview review={reviewed} pending={pending} />
        )}
      </section>
      {question}
    </FormFrame>
  )
}

const WAYS: readonly Option[] = [
  { value: 'set', label: 'Poner este descuento' },
  { value: 'add', label: 'Sumar al que tiene cada uno' },
]

/** The discount that all of them get, or the points that each gets on top of its own. */
function DiscountFields({ form }: { form: Form<BulkDraft> }) {
  const adds = form.draft.discountWay === 'add'
  return (
    <>
      <TextField
        form={form}
        name="discount"
        label={adds ? 'Puntos a sumar (%)' : 'Descuento (%)'}
        required
        // A phone's decimal keys have no minus.
        inputMode={adds ? 'text' : 'decimal'}
        maxLength={7}
        help={adds && 'Con signo menos se restan: -5. El descuento queda entre 0 y 100.'}
      />
      <SelectField form={form} name="discountWay" label="Qué hacer con el descuento" options={WAYS} />
    </>
  )
}

const FLAGS = {
  Promo: { name: 'promo', label: 'Oferta' },
  Future: { name: 'future', label: 'Futuro' },
  Active: { name: 'active', label: 'Activo' },
} as const

interface ChoiceProps {
  form: Form<BulkDraft>
  name: { [K in keyof BulkDraft]: BulkDraft[K] extends boolean ? K : never }[keyof BulkDraft]
  label: string
  children: ReactNode
}

/** A field that is changed when its box is ticked; then its control opens with the focus. */
const Choice = ({ form, name, label, children }: ChoiceProps) => (
  <>
    <CheckField form={form} name={name} label={label} />
    {form.draft[name] ? <Opened>{children}</Opened> : <span className={styles.closed} />}
  </>
)

function Opened({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  return (
    <div ref={box} className={styles.opened}>
      {children}
    </div>
  )
}

/** Brand, category, subcategory: each level offers what lies below the choice above it (R202). */
function PlaceChoices({ form }: { form: Form<BulkDraft> }) {
  const { data: taxonomy } = useTaxonomy()
  const { setBrand, brand, category } = form.draft
  return (
    <>
      <Choice form={form} name="setBrand" label="Marca">
        <SelectField
          form={form}
          name="brand"
          label="Marca"
          none="Sin asignar"
          options={taxonomy?.brands ?? []}
          help="Otra marca quita categoría y subcategoría, salvo que elija otras."
          onChoose={(chosen) => form.set({ brand: chosen, category: '', subcategory: '' })}
        />
      </Choice>
      <Choice form={form} name="setCategory" label="Categoría">
        <SelectField
          form={form}
          name="category"
          label="Categoría"
          none="Sin categoria"
          options={setBrand ? (taxonomy?.categoriesOf(brand) ?? []) : []}
          help={!setBrand && 'Para elegir una categoría, elija también su marca.'}
          onChoose={(chosen) => form.set({ category: chosen, subcategory: '' })}
        />
      </Choice>
      {offersSubcategory(form.draft) && (
        <Choice form={form} name="setSubcategory" label="Subcategoría">
          <SelectField
            form={form}
            name="subcategory"
            label="Subcategoría"
            none="Sin subcategoría"
            options={taxonomy?.subcategoriesOf(category) ?? []}
          />
        </Choice>
      )}
    </>
  )
}

function Preview({ review, pending }: { review: BulkReview | undefined; pending: boolean }) {
  if (!review)
    return (
      <p role="status" className={styles.count}>
        {pending ? 'Revisando qué cambia…' : 'Marque qué cambiar. Antes de guardar, verá qué cambia.'}
      </p>
    )
  const { changed, same, problems, rows } = review
  const shown = rows.filter(({ outcome }) => outcome === 'changes').length
  const refused = rows.length - shown
  return (
    <>
      <p role="status" className={styles.count}>
        <strong>{changed === 1 ? 'Cambia 1 artículo' : `Cambian ${articlesText(changed)}`}</strong>
        {same > 0 && `, ${formatCount(same)} ya ${same === 1 ? 'está' : 'están'} así`}
        {problems > 0 && `, ${formatCount(problems)} no se ${problems === 1 ? 'puede' : 'pueden'}`}.
      </p>
      <PriceNotice review={review} />
      {rows.length > 0 && (
        <>
          {(shown < changed || refused < problems) && (
            <p className={styles.count}>
              Muestra: {formatCount(shown)} de {formatCount(changed)} que cambian
              {review.dearer > 0 && ', primero los que suben de precio'}
              {problems > 0 && `; ${formatCount(refused)} de ${formatCount(problems)} que no se pueden`}.
            </p>
          )}
          <DataTable
            label="Qué cambia"
            columns={reviewColumns}
            rows={rows}
            keyOf={({ code }) => code}
            nameOf={({ code }) => code}
            dense
          />
        </>
      )}
    </>
  )
}
