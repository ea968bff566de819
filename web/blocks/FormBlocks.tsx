import { useState } from 'react'
import { ApiError } from '../lib/api.ts'
import { useForm } from '../lib/form.ts'
import { FormDrawer } from '../ui/form/FormDrawer.tsx'
import { FormFrame } from '../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, SelectField, TextField } from '../ui/form/fields.tsx'

const stored = { name: 'Trompo', city: 'Rosario', zone: '1', active: true, version: 3 }
const zones = [
  { value: '1', label: 'Centro' },
  { value: '2', label: 'Norte' },
]
/** As an endpoint's body declares them. */
const names = { fields: { name: ['nombre'], city: ['ciudad'], zone: ['zona'] } } as const
type Outcome = 'saved' | 'field' | 'elsewhere' | 'other person'

/** A form that is refused in each way, and one in a drawer. */
export function FormBlocks() {
  const [open, setOpen] = useState<Outcome | null>(null)
  const outcomes: readonly [Outcome, string][] = [
    ['saved', 'Se guarda'],
    ['field', 'Refusa un campo'],
    ['elsewhere', 'Refusa otro campo'],
    ['other person', 'Otra persona lo cambió'],
  ]
  return (
    <>
      <h2>Formularios</h2>
      <p className="page__head">
        {outcomes.map(([outcome, label]) => (
          <button key={outcome} type="button" className="button button--plain" onClick={() => setOpen(outcome)}>
            {label}
          </button>
        ))}
      </p>
      {open && (
        <FormDrawer title="Editar juguete" onClose={() => setOpen(null)}>
          {() => <ToyForm outcome={open} />}
        </FormDrawer>
      )}
    </>
  )
}

function ToyForm({ outcome }: { outcome: Outcome }) {
  const form = useForm({
    begin: stored,
    focusAtStart: 'name',
    check: ({ city }) => (city === 'Luna' ? { city: 'No se entrega ahí' } : {}),
    save: async (draft) => refuse(outcome, draft.version),
    reread: async () => ({ ...stored, name: 'Trompo grande', zone: '2', version: 4 }),
    names,
    success: 'Juguete guardado',
  })
  return (
    <FormFrame form={form}>
      <FieldGroup title="Juguete">
        <TextField form={form} name="name" label="Nombre" required />
        <TextField form={form} name="city" label="Ciudad" required help="Donde se entrega." />
        <SelectField form={form} name="zone" label="Zona" none="Sin zona" options={zones} />
        <CheckField form={form} name="active" label="Activo" />
      </FieldGroup>
    </FormFrame>
  )
}

function refuse(outcome: Outcome, version: number): void {
  const details = {
    field: [{ field: 'ciudad', message: 'Ciudad desconocida' }],
    elsewhere: [{ field: 'expreso', message: 'El expreso no llega a esa ciudad' }],
  }
  if (outcome === 'field' || outcome === 'elsewhere')
    throw new ApiError(400, 'MALFORMED', 'Los datos enviados no son válidos', details[outcome])
  const who = { usuario: 'Marina', fecha: '2026-03-01T15:30:00Z', version: 4 }
  if (outcome === 'other person' && version < 4) throw new ApiError(409, 'CONFLICT', 'Otra persona lo cambió', [who])
}
