import { IconPencil } from '@tabler/icons-react'
import { ApiError } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { YesNo } from '../../ui/Mark.tsx'
import { SortableList } from '../../ui/sortable/SortableList.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { ListPage } from '../../ui/table/ListPage.tsx'
import { ListSection } from '../../ui/table/ListSection.tsx'
import { RowButton } from '../../ui/table/RowButton.tsx'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import { useSelection } from '../../ui/table/selection.ts'
import { Sheet, State } from './Sheet.tsx'

interface Toy {
  code: string
  name: string
  price: number
  sold: boolean
}
const toys: readonly Toy[] = [
  { code: '00001', name: 'Trompo de madera', price: 155_000, sold: true },
  {
    code: 'RY-10014-EXTRA',
    name: 'Juego de construcción de madera pintada con ruedas, personajes y señales de tránsito',
    price: 2_350_050_00,
    sold: true,
  },
  { code: '00003', name: 'Balde', price: 98_000, sold: false },
]
const columns: readonly Column<Toy>[] = [
  { name: 'code', label: 'Código', kind: 'short', show: ({ code }) => code },
  { name: 'name', label: 'Nombre', kind: 'long', sort: ({ name }) => name, show: ({ name }) => name },
  {
    name: 'price',
    label: 'Precio',
    kind: 'figure',
    sort: ({ price }) => price,
    show: ({ price }) => formatMoney(price),
  },
  { name: 'sold', label: 'Se vende', show: ({ sold }) => <YesNo value={sold} /> },
]
const shared = { columns, keyOf: ({ code }: Toy) => code, nameOf: ({ name }: Toy) => name }
const nothing = () => {}
const lists = {
  waiting: { data: undefined, error: null },
  failed: { data: undefined, error: new ApiError(0, 'NETWORK', 'No hay conexión'), refetch: nothing },
  empty: { data: [], error: null },
}

/** The table at rest, ordered, chosen from and busy; the same as cards on a phone. */
function Tables() {
  const selection = useSelection(
    toys.map(({ code }) => code),
    10_000,
    'estados',
  )
  return (
    <>
      <Sheet name="table">
        <State words="ordenada, con acciones y textos largos">
          <DataTable
            {...shared}
            label="Ordenada"
            rows={toys}
            sort={{ by: 'price', down: true }}
            onSort={nothing}
            actions={({ name }) => (
              <RowButton label="Editar" of={name} icon={<IconPencil size={16} aria-hidden />} onClick={nothing} />
            )}
          />
        </State>
        <State words="otras filas están en camino">
          <DataTable {...shared} label="Ocupada" rows={toys.slice(0, 2)} busy />
        </State>
        <State words="renglones de pocas cifras">
          <DataTable {...shared} label="Densa" rows={toys} dense />
        </State>
      </Sheet>
      <Sheet name="table-selected">
        <State words="con filas elegidas">
          <DataTable {...shared} label="Elegidas" rows={toys} selection={selection} />
          <SelectionBar selection={selection}>
            {() => (
              <button type="button" className="button">
                Activar
              </button>
            )}
          </SelectionBar>
        </State>
      </Sheet>
    </>
  )
}

const place = { value: { page: 0 }, go: nothing, open: nothing, close: nothing }
const exporting = { run: () => Promise.resolve(false), busy: true, busyWith: null }

/** A whole screen: title, what can be done, rows, pages. */
const Screen = () => (
  <Sheet name="list-page">
    <State words="una página de una lista larga, mientras se exporta">
      <ListPage
        {...shared}
        title="Juguetes"
        list={{ data: { rows: toys.slice(0, 2), total: 10_000 }, error: null, isPlaceholderData: false }}
        place={place}
        filters={{}}
        pageSize={25}
        nouns={['juguete', 'juguetes']}
        empty="No hay juguetes."
        exporting={exporting}
        head={
          <button type="button" className="button">
            Nuevo
          </button>
        }
      />
    </State>
  </Sheet>
)

/** Every state of a list. */
export const ListStates = () => (
  <>
    <Tables />
    <Screen />
    <Sheet name="sortable">
      <State words="una lista que se ordena: se arrastra, con el teclado, o se escribe la posición">
        <SortableList
          label="Juegos"
          items={['Aro', 'Balero', 'Cometa']}
          keyOf={(name) => name}
          nameOf={(name) => name}
          onMove={nothing}
        >
          {(name) => name}
        </SortableList>
      </State>
    </Sheet>
    <Sheet name="list">
      <State words="filtros">
        <FilterBar label="Filtros" value={{ name: 'trompo', sold: '' }} onSearch={nothing}>
          {(form) => (
            <>
              <TextField form={form} name="name" label="Nombre" />
              <SelectField
                form={form}
                name="sold"
                label="Se vende"
                none="Todos"
                options={[{ value: '1', label: 'Sí' }]}
              />
            </>
          )}
        </FilterBar>
      </State>
      <State words="en camino">
        <ListSection {...shared} title="Pedidos" list={lists.waiting} empty="" />
      </State>
      <State words="falló">
        <ListSection {...shared} title="Pedidos" list={lists.failed} empty="" />
      </State>
      <State words="vacía">
        <ListSection {...shared} title="Pedidos" list={lists.empty} empty="No hay pedidos." />
      </State>
    </Sheet>
  </>
)
