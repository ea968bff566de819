import { WITHOUT_CATEGORY } from '../../../../contract/rules.ts'
import type { Taxonomy } from '../../../shop/taxonomy.ts'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import type { FilterBarProps, SearchStep } from '../../../ui/table/FilterBar.tsx'
import { type Filters, filterProblems, ORDERS, UNASSIGNED } from './filters.ts'

const NO_CATEGORY = String(WITHOUT_CATEGORY)
const states = [
  { value: '0', label: 'No activos' },
  { value: 'todos', label: 'Todos' },
]

interface ProductSearch {
  shown: Filters
  taxonomy: Taxonomy | undefined
  onSearch: (filters: Filters, step: SearchStep) => void
}

/** The filters of the list: text, order, state and place in the tree, each level within the one above it (R202). */
export const productSearch = ({ shown, taxonomy, onSearch }: ProductSearch): FilterBarProps<Filters> => ({
  label: 'Buscar artículos',
  value: shown,
  onSearch,
  check: (now) => filterProblems(now, shown),
  children: (form) => {
    const { brand, category } = form.draft
    const hasBrand = brand !== '' && brand !== UNASSIGNED
    return (
      <>
        <TextField
          form={form}
          name="text"
          label={shown.brand === UNASSIGNED ? 'Buscar entre los no asignados' : 'Buscar'}
          type="search"
          placeholder="Código, alias o nombre"
        />
        <SelectField form={form} name="order" label="Orden" none="Sin orden" options={ORDERS} />
        <SelectField form={form} name="state" label="Estado" none="Activos" options={states} />
        <SelectField
          form={form}
          name="brand"
          label="Marca"
          none="Todas"
          options={[{ value: UNASSIGNED, label: 'No asignados' }, ...(taxonomy?.brands ?? [])]}
          onChoose={(chosen) => form.set({ brand: chosen, category: '', subcategory: '' })}
        />
        {brand !== UNASSIGNED && (
          <SelectField
            form={form}
            name="category"
            label="Categoría"
            none="Todas"
            options={[{ value: NO_CATEGORY, label: 'Sin categoria' }, ...(taxonomy?.categoriesOf(brand) ?? [])]}
            onChoose={(chosen) => form.set({ category: chosen, subcategory: '' })}
          />
        )}
        {hasBrand && category !== '' && category !== NO_CATEGORY && (
          <SelectField
            form={form}
            name="subcategory"
            label="Subcategoría"
            none="Todas"
            options={taxonomy?.subcategoriesOf(category) ?? []}
          />
        )}
      </>
    )
  },
})
