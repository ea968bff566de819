import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { UserType } from '../../../contract/auth.ts'
import { formatCuit, parseCuit } from '../../../contract/cuit.ts'
import { PROVINCES } from '../../../contract/provinces.ts'
import { messageOf } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/field-errors.ts'
import { showToast } from '../../lib/toast.ts'
import { ClientLink } from './ClientLink.tsx'
import { CuitFactsNote } from './CuitFactsNote.tsx'
import { CheckField, DraftContext, fieldId, optionsOf, SelectField, TextField } from './fields.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { TermsFields } from './TermsFields.tsx'
import {
  isChanged,
  problemsOf,
  type UserDraft,
  type UserProblems,
  wireNames,
  withRegistry,
  withType,
  wrongFields,
} from './user-form.ts'
import { userTypes } from './user-types.ts'
import { saveNewUser, saveUser, useCuitFacts, useFormLists } from './users.api.ts'
import './user-form.css'

interface UserFormProps {
  /** Null makes a new user; otherwise CUIT and razón social are locked. */
  id: number | null
  /** For the submit button, which stands outside. */
  formId: string
  /** The draft to begin with. */
  before: UserDraft
  /** Whether the tax registry has confirmed the account. */
  verified: boolean
  /** Whether `before` has the terms of the linked client. */
  hasTerms: boolean
  onDirty: (dirty: boolean) => void
  onBusy: (busy: boolean) => void
  onSaved: () => void
}

/** What was wrong, and the draft it was wrong in: whatever changes a field, the user or the registry, mends it. */
interface Found {
  problems: UserProblems
  draft: UserDraft
}

const stillWrong = (found: Found, draft: UserDraft): UserProblems =>
  Object.fromEntries(
    wrongFields(found.problems).flatMap((field) =>
      draft[field] === found.draft[field] ? [[field, found.problems[field]]] : [],
    ),
  )

const provinces = PROVINCES.map(([id, name]) => ({ value: String(id), label: name }))
const types = userTypes.map(({ type, label }) => ({ value: type, label }))

/** A user's data: for creating and for editing (spec 2 sections 2, 4 and 5). */
export function UserForm({
  id,
  formId,
  before,
  verified,
  hasTerms,
  onDirty,
  onBusy,
  onSaved,
}: UserFormProps) {
  const isNew = id === null
  const [start] = useState(before)
  const [draft, setDraft] = useState(before)
  const [found, setFound] = useState<Found>({ problems: {}, draft: before })
  const [refusal, setRefusal] = useState('')
  const busy = useRef(false)
  const lists = useFormLists()
  // A user who registered has the registry's data already, but no client yet.
  const facts = useCuitFacts(isNew || start.clientId === null ? draft.cuit : '', { askRegistry: isNew })
  const dirty = isChanged(draft, start)
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  useEffect(() => {
    // In the next frame: opening the dialog moves the focus too.
    if (isNew) requestAnimationFrame(() => document.getElementById(fieldId('cuit'))?.focus())
  }, [isNew])

  const { entry, client } = facts
  useEffect(() => {
    if (entry) setDraft((now) => withRegistry(now, entry))
  }, [entry])
  useEffect(() => {
    if (!client) return
    setDraft((now) => (now.type === 'cliente' ? { ...now, clientId: client.id, createClient: false } : now))
  }, [client])

  const isClient = draft.type === 'cliente'
  const canCreateClient = isClient && draft.clientId === null && client === null
  const createsClient = canCreateClient && draft.createClient
  const editsTerms = hasTerms && isClient && draft.clientId !== null && draft.clientId === start.clientId

  const problems = stillWrong(found, draft)
  const set = (change: Partial<UserDraft>) => setDraft((now) => ({ ...now, ...change }))
  const showProblems = (wrong: UserProblems): boolean => {
    setFound({ problems: wrong, draft })
    const [first] = wrongFields(wrong)
    if (first) requestAnimationFrame(() => document.getElementById(fieldId(first))?.focus())
    return first !== undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    setRefusal('')
    const sent = { ...draft, createClient: createsClient }
    if (showProblems(problemsOf(sent, id, createsClient || editsTerms))) return
    busy.current = true
    onBusy(true)
    try {
      if (isNew) await saveNewUser(sent)
      else await saveUser(id, sent, start)
      onSaved()
    } catch (error) {
      if (!showProblems(fieldErrorsOf(error, wireNames))) setRefusal(messageOf(error))
      showToast('failure', 'No se pudo guardar el usuario')
    } finally {
      busy.current = false
      onBusy(false)
    }
  }
  return (
    <DraftContext value={{ draft, problems, set }}>
      <form id={formId} className="user-form" noValidate onSubmit={submit}>
        <ProblemSummary problems={problems} refusal={refusal} />
        {!verified && (
          <p className="notice">
            <span className="mark mark--warning">sin verificar</span> El padrón no estaba disponible cuando se
            registró. Revise sus datos antes de habilitarlo.
          </p>
        )}
        {lists.failed && (
          <p className="notice notice--error">
            No se pudieron cargar todas las listas. Cierre y vuelva a abrir.
          </p>
        )}
        <fieldset>
          <legend>Identificación</legend>
          <TextField
            name="cuit"
            required={isNew}
            locked={!isNew}
            inputMode="numeric"
            maxLength={20}
            help={isNew && <CuitFactsNote facts={facts} typed={draft.cuit} />}
            onLeave={() => {
              const cuit = parseCuit(draft.cuit)
              if (cuit) set({ cuit: formatCuit(cuit) })
            }}
          />
          <SelectField
            name="type"
            required
            options={types}
            onChoose={(type) => setDraft((now) => withType(now, type as UserType))}
          />
          <div className="user-form__whole">
            <TextField name="businessName" required={isNew} locked={!isNew} />
          </div>
        </fieldset>
        <fieldset>
          <legend>Acceso</legend>
          <TextField name="email" type="email" required />
          <TextField
            name="password"
            type="password"
            required={isNew}
            help={`Al menos ${isClient ? 8 : 12} caracteres.${isNew ? '' : ' Vacía: queda como está.'}`}
          />
        </fieldset>
        <fieldset>
          <legend>Contacto</legend>
          <TextField name="firstName" required />
          <TextField name="lastName" />
          <TextField name="phone" type="tel" maxLength={60} />
          <TextField name="mobile" type="tel" maxLength={60} />
        </fieldset>
        <fieldset>
          <legend>Entrega</legend>
          <div className="user-form__whole">
            <TextField name="address" required maxLength={300} />
          </div>
          <SelectField name="provinceId" required none="Seleccione una provincia" options={provinces} />
          <TextField name="city" required maxLength={150} />
          <SelectField
            name="carrierId"
            required
            none="Seleccione un expreso"
            options={optionsOf(lists.carriers)}
          />
          <SelectField name="zoneId" required none="Seleccione una zona" options={optionsOf(lists.zones)} />
          <div className="user-form__whole">
            <TextField name="notes" multiline maxLength={1000} />
          </div>
        </fieldset>
        <fieldset>
          <legend>{isClient ? 'Cliente del sistema de gestión' : 'Vendedor'}</legend>
          {isClient ? (
            <div className="user-form__whole">
              <ClientLink />
            </div>
          ) : (
            <SelectField name="sellerId" none="Sin vendedor" options={optionsOf(lists.sellers)} />
          )}
          {canCreateClient && (
            <div className="user-form__whole">
              <CheckField name="createClient" help="Ningún cliente tiene este CUIT." />
            </div>
          )}
          {(createsClient || editsTerms) && <TermsFields lists={lists} />}
        </fieldset>
        <fieldset>
          <legend>Estado</legend>
          <CheckField name="enabled" help="Puede ingresar a la tienda." />
          <CheckField name="active" help="La cuenta está en uso." />
        </fieldset>
      </form>
    </DraftContext>
  )
}
