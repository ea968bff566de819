import { type FormEvent, useId, useRef, useState } from 'react'
import { saveAddress } from '../../../contract/accounts.ts'
import type { OwnAddress } from '../../../contract/users.ts'
import { messageOf } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/field-errors.ts'
import { showToast } from '../../lib/toast.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { saveOwnAddress } from './accounts.api.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { noPlace } from './place.ts'
import { missingOf } from './profile.ts'

const labels = { address: 'Dirección', provinceId: 'Provincia', city: 'Ciudad' } as const
type AddressField = keyof typeof labels
const idOf = (field: AddressField): string => `direccion-${field}`
const fields = Object.keys(labels) as AddressField[]

interface AddressModalProps {
  userId: number
  /** null adds one. */
  address: OwnAddress | null
  onClose: () => void
}

/** Adds or changes an own address; direccion, provincia and ciudad are required (R205). */
export function AddressModal({ userId, address, onClose }: AddressModalProps) {
  const formId = useId()
  const [draft, setDraft] = useState(() => ({
    ...noPlace,
    address: address?.street ?? '',
    provinceId: address?.provinceId == null ? '' : String(address.provinceId),
    city: address?.city ?? '',
    notes: address?.notes ?? '',
  }))
  const [problems, setProblems] = useState<Partial<Record<AddressField, string>>>({})
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)

  const set = (change: Partial<typeof draft>) => {
    setDraft((now) => ({ ...now, ...change }))
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in change))))
  }
  const show = (found: Partial<Record<string, string>>): boolean => {
    setProblems(found)
    const first = fields.find((field) => found[field])
    if (first) document.getElementById(idOf(first))?.focus()
    return first !== undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (saving.current) return
    setRefusal('')
    if (show(missingOf(draft, labels))) return
    saving.current = true
    setBusy(true)
    const { address: street, provinceId, city, notes } = draft
    try {
      const id = address?.id ?? null
      await saveOwnAddress({ id, userId, street, provinceId: Number(provinceId), city, notes })
      showToast('success', 'Dirección guardada')
      onClose()
    } catch (error) {
      const { street: refusedStreet, ...rest } = fieldErrorsOf(error, saveAddress.body)
      if (!show({ ...rest, ...(refusedStreet && { address: refusedStreet }) })) setRefusal(messageOf(error))
      saving.current = false
      setBusy(false)
    }
  }
  return (
    <Modal
      title={address ? 'Editar dirección' : 'Agregar dirección'}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={onClose}>
            Cancelar
          </button>
          <button type="submit" form={formId} className="button" aria-disabled={busy}>
            {busy ? 'Guardando…' : 'Guardar'}
          </button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="profile__form">
        <ErrorSummary
          problems={fields
            .filter((field) => problems[field])
            .map((field) => ({ id: idOf(field), label: labels[field], message: problems[field] ?? '' }))}
          refusal={refusal}
        />
        <div className="form-grid">
          <PlaceFields
            place={draft}
            problems={problems}
            idOf={idOf}
            cityLabel={labels.city}
            required
            onChange={set}
          />
          <Field label="Observaciones" className="form-grid__whole">
            {(control) => (
              <textarea
                {...control}
                rows={2}
                maxLength={1000}
                value={draft.notes}
                onChange={({ target }) => set({ notes: target.value })}
              />
            )}
          </Field>
        </div>
      </form>
    </Modal>
  )
}
