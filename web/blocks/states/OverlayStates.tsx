import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from '../../lib/form.ts'
import { showToast } from '../../lib/toast.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { ConflictDialog } from '../../ui/form/ConflictDialog.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, SelectField, TextField } from '../../ui/form/fields.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PhotoDialog } from '../../ui/media/PhotoDialog.tsx'
import { SearchSelect } from '../../ui/SearchSelect.tsx'

const nothing = () => {}
const choices = [
  { id: 1, label: 'Juguetería El Duende S.R.L.', detail: 'Cliente 812 · 30-71234567-1' },
  { id: 2, label: 'Cotillón La Ronda', detail: 'Cliente 90 · 30-70000001-6' },
]

function ToyForm({ never = false }: { never?: boolean }) {
  const form = useForm({
    begin: { name: '', city: never ? 'Salta' : 'Luna', zone: '1', active: true },
    check: ({ city }) => (city === 'Luna' ? { city: 'No se entrega ahí' } : {}),
    checkAtStart: !never,
    save: () => (never ? new Promise<never>(nothing) : Promise.resolve()),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as if somebody had saved.
  useEffect(() => {
    if (never) document.querySelector<HTMLFormElement>('dialog form')?.requestSubmit()
  }, [])
  return (
    <FormFrame form={form}>
      <FieldGroup title="Juguete">
        <TextField form={form} name="name" label="Nombre" required={!never} />
        <TextField form={form} name="city" label="Ciudad" required help="Donde se entrega." />
        <SelectField form={form} name="zone" label="Zona" options={[{ value: '1', label: 'Centro' }]} />
        <CheckField form={form} name="active" label="Activo" />
      </FieldGroup>
    </FormFrame>
  )
}

function Suggesting() {
  const [text, setText] = useState('Sal')
  const suggestions = [
    { id: 'a', label: 'Salta' },
    { id: 'b', label: 'Saladillo, Buenos Aires' },
  ]
  return (
    <Field label="Ciudad">
      {(control) => (
        <Combobox
          control={control}
          value={text}
          onType={setText}
          suggestions={suggestions}
          onPick={nothing}
          listLabel="Ciudades"
        />
      )}
    </Field>
  )
}

const Choosing = ({ message, of }: { message: string; of: typeof choices }) => (
  <SearchSelect
    id="elegir"
    chosen=""
    placeholder="Elija un cliente"
    label="Cliente"
    choices={of}
    stale={false}
    message={message}
    onSearch={nothing}
    onChoose={nothing}
  />
)

function Toasts() {
  useEffect(() => {
    showToast('success', 'Juguete guardado')
    showToast('success', 'Carrito vaciado', { label: 'Deshacer', run: nothing })
    showToast('failure', 'No hay conexión con la tienda. Revise su internet e intente nuevamente')
  }, [])
  return null
}

const question = {
  title: 'Hay cambios sin guardar',
  text: 'Si sale ahora, se pierden.',
  confirm: 'Descartar cambios',
}
const dialog = { title: 'Términos', onClose: nothing, children: 'Las compras son por bulto cerrado.' }
const photos = [1, 2].map((nth) => ({
  large: `/favicon.svg?${nth}`,
  small: `/favicon.svg?s${nth}`,
  video: false,
}))
const conflict = {
  who: { by: 'Marina', at: '2026-03-01T15:30:00Z', version: 4 },
  fields: [{ label: 'Nombre', before: 'Trompo', now: 'Trompo grande', mine: 'Trompo azul' }],
}

/** Blocks that lie over a screen: each is opened alone, by its name in the address (`?abierto=drawer`). */
export const overlays: Readonly<Record<string, ReactNode>> = {
  drawer: (
    <FormDrawer title="Editar juguete" onClose={nothing}>
      {() => <ToyForm />}
    </FormDrawer>
  ),
  'drawer-busy': (
    <FormDrawer title="Editar juguete" onClose={nothing}>
      {() => <ToyForm never />}
    </FormDrawer>
  ),
  'drawer-waiting': (
    <FormDrawer title="Editar juguete" onClose={nothing} record={{ data: undefined, error: null }}>
      {() => null}
    </FormDrawer>
  ),
  confirm: <ConfirmDialog {...question} onConfirm={nothing} onCancel={nothing} />,
  'confirm-busy': <ConfirmDialog {...question} busy onConfirm={nothing} onCancel={nothing} />,
  conflict: <ConflictDialog conflict={conflict} onChoose={nothing} />,
  modal: <Modal {...dialog} reading />,
  'modal-bottom': <Modal {...dialog} placement="bottom" />,
  combobox: <Suggesting />,
  'search-select': <Choosing of={choices} message="" />,
  'search-select-empty': <Choosing of={[]} message="Ningún cliente coincide" />,
  photo: <PhotoDialog title="Trompo" photos={photos} onClose={nothing} />,
  toast: <Toasts />,
}
