import { type FormEvent, type HTMLAttributes, useRef, useState } from 'react'
import { updateProfile } from '../../../contract/accounts.ts'
import type { User } from '../../../contract/user-admin.ts'
import { messageOf } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/field-errors.ts'
import { showToast } from '../../lib/toast.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { saveProfile, useCarriers } from './accounts.api.ts'
import {
  type ProfileDraft,
  type ProfileField,
  type ProfileProblems,
  profileDraftOf,
  profileLabels,
  profileProblemsOf,
} from './profile.ts'

const idOf = (field: ProfileField): string => `perfil-${field}`
const fields = Object.keys(profileLabels) as ProfileField[]

/** The contact data of the signed-in user: all five or nothing is sent (R205). */
export function ProfileForm({ user }: { user: User }) {
  const [draft, setDraft] = useState(() => profileDraftOf(user))
  const [problems, setProblems] = useState<ProfileProblems>({})
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  const { data: carriers = [] } = useCarriers()

  const set = (change: Partial<ProfileDraft>) => {
    setDraft((now) => ({ ...now, ...change }))
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in change))))
  }
  const show = (found: ProfileProblems): boolean => {
    setProblems(found)
    const first = fields.find((field) => found[field])
    if (first) document.getElementById(idOf(first))?.focus()
    return first !== undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (saving.current) return
    setRefusal('')
    if (show(profileProblemsOf(draft))) return
    saving.current = true
    setBusy(true)
    try {
      await saveProfile({ ...draft, id: user.id, carrierId: Number(draft.carrierId) })
      showToast('success', 'Perfil guardado')
    } catch (error) {
      if (!show(fieldErrorsOf(error, updateProfile.body))) setRefusal(messageOf(error))
      showToast('failure', 'No se pudo guardar el perfil')
    }
    saving.current = false
    setBusy(false)
  }
  const text = (
    name: Exclude<ProfileField, 'carrierId'>,
    autoComplete: string,
    type: HTMLInputElement['type'] = 'text',
    inputMode?: HTMLAttributes<HTMLElement>['inputMode'],
    help?: string,
  ) => (
    <Field label={profileLabels[name]} id={idOf(name)} error={problems[name]} help={help} required>
      {(control) => (
        <input
          {...control}
          type={type}
          inputMode={inputMode}
          autoComplete={autoComplete}
          maxLength={type === 'tel' ? 60 : 100}
          value={draft[name]}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  )
  return (
    <form noValidate onSubmit={submit} aria-labelledby="perfil-titulo" className="profile__form">
      <ErrorSummary
        problems={(Object.keys(problems) as ProfileField[]).map((field) => ({
          id: idOf(field),
          label: profileLabels[field],
          message: problems[field] ?? '',
        }))}
        refusal={refusal}
      />
      <div className="form-grid">
        {text('firstName', 'given-name')}
        {text('lastName', 'family-name')}
        {text('phone', 'off', 'tel', undefined, 'Si no tiene teléfono fijo, repita el celular.')}
        {text('mobile', 'tel', 'tel')}
        <Field
          label={profileLabels.carrierId}
          id={idOf('carrierId')}
          error={problems.carrierId}
          required
          className="form-grid__whole"
        >
          {(control) => (
            <select
              {...control}
              value={draft.carrierId}
              onChange={({ target }) => set({ carrierId: target.value })}
            >
              <option value="">Seleccione un expreso</option>
              {draft.carrierId !== '' && !carriers.some(({ id }) => String(id) === draft.carrierId) && (
                <option value={draft.carrierId}>{`Expreso N.º ${draft.carrierId}`}</option>
              )}
              {carriers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <button type="submit" className="button" aria-disabled={busy}>
        {busy ? 'Guardando…' : 'Guardar'}
      </button>
    </form>
  )
}
