import { useState } from 'react'
import { movedTo } from '../../contract/order.ts'
import { SortableList } from '../ui/sortable/SortableList.tsx'

const toys = ['Aro', 'Balero', 'Cometa', 'Dado', 'Escondida', 'Figurita']

/** A list whose order people change; the last change that was asked for is shown below it. */
export function SortBlocks() {
  const [items, setItems] = useState<readonly string[]>(toys)
  const [asked, setAsked] = useState('')
  return (
    <>
      <h2>Lista ordenable</h2>
      <div className="panel">
        <SortableList
          label="Juegos"
          items={items}
          keyOf={(name) => name}
          nameOf={(name) => name}
          onMove={(name, position) => {
            setAsked(`${name} a la ${position}`)
            setItems(movedTo(items, items.indexOf(name), position))
          }}
          below={(name) => (name === 'Aro' ? <p>Debajo de Aro</p> : null)}
        >
          {(name) => name}
        </SortableList>
      </div>
      <p>Pedido: {asked}</p>
    </>
  )
}
