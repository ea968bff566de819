import { useState } from 'react'
import type { Sort } from '../../contract/wire.ts'
import { ApiError } from '../lib/api.ts'
import { formatMoney } from '../lib/format.ts'
import { Mark, YesNo } from '../ui/Mark.tsx'
import { type Column, sorted } from '../ui/table/columns.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { ListSection } from '../ui/table/ListSection.tsx'
import { RowButton } from '../ui/table/RowButton.tsx'
import { SelectionBar } from '../ui/table/SelectionBar.tsx'
import { useSelection } from '../ui/table/selection.ts'

interface Toy {
  code: string
  name: string
  price: number
  sold: boolean
}

const toys: readonly Toy[] = [
  { code: '00001', name: 'Trompo de madera', price: 155_000, sold: true },
  { code: '00002', name: 'Árbol musical', price: 2_350_050, sold: true },
  { code: '00003', name: 'Balde de playa', price: 98_000, sold: false },
  { code: '00004', name: 'Camión volcador', price: 870_000, sold: true },
]
const MATCHING = 10_000

const columns: readonly Column<Toy>[] = [
  { name: 'code', label: 'Código', kind: 'short', show: ({ code }) => code },
  { name: 'name', label: 'Nombre', kind: 'long', sort: ({ name }) => name, show: ({ name }) => name },
  {
    name: 'price',
    label: 'Precio',
    kind: 'figure',
    sort: ({ price }) => price,
    show: (toy) => formatMoney(toy.price),
  },
  { name: 'sold', label: 'Se vende', show: ({ sold }) => <YesNo value={sold} /> },
]
const shared = { columns, keyOf: ({ code }: Toy) => code, nameOf: ({ name }: Toy) => name }
const nothing = { error: null, data: undefined }

/** A table with all it can do, and lists that wait, failed and are empty. */
export function TableBlocks() {
  const [sort, setSort] = useState<Sort>()
  const [done, setDone] = useState('')
  const selection = useSelection(
    toys.map(({ code }) => code),
    MATCHING,
    'todos',
  )
  return (
    <>
      <h2>
        Tabla <Mark>{toys.length}</Mark>
      </h2>
      <DataTable
        {...shared}
        label="Juguetes"
        rows={sorted(toys, columns, sort)}
        sort={sort}
        onSort={setSort}
        selection={selection}
        actions={({ name }) => <RowButton label="Editar" of={name} onClick={() => setDone(`Editar ${name}`)} />}
      />
      <SelectionBar selection={selection}>
        {({ all, ids }) => (
          <button
            type="button"
            className="button"
            onClick={() => setDone(`${all ? 'Todos menos' : 'Solo'} ${ids.join(' ') || 'ninguno'}`)}
          >
            Activar
          </button>
        )}
      </SelectionBar>
      <output aria-label="Hecho">{done}</output>
      <ListSection {...shared} title="En camino" list={nothing} empty="" />
      <ListSection
        {...shared}
        title="Fallida"
        list={{
          ...nothing,
          error: new ApiError(0, 'NETWORK', 'No hay conexión'),
          refetch: () => setDone('Otra vez'),
        }}
        empty=""
      />
      <ListSection {...shared} title="Vacía" list={{ ...nothing, data: [] }} empty="No hay juguetes." />
    </>
  )
}
