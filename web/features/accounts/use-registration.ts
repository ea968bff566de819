/** The registration form at work: its draft, the look-up of the CUIT, what is wrong, and the sending. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { registration, registrationTexts } from '../../../contract/accounts.ts'
import { formatCuit, parseCuit } from '../../../contract/cuit.ts'
import { ApiError } from '../../lib/api.ts'
import { dropDraft, useDraft } from '../../lib/draft.ts'
import { fieldErrorsOf } from '../../lib/field-errors.ts'
import { navigate } from '../../lib/navigation.ts'
import { shopName } from '../../lib/shop.ts'
import { waitOf } from '../../lib/wait.ts'
import { paths } from '../../paths.ts'
import { sendRegistration, useRegistry } from './accounts.api.ts'
import {
  emptyRegistration,
  fieldLabels,
  firstWrong,
  problemsOf,
  type RegistrationDraft,
  type RegistrationField,
  type RegistrationProblems,
  registrationOf,
  secretFields,
  withoutOtherCuit,
  withRegistry,
} from './registration-form.ts'

/** Another name than before: a draft of an earlier form does not fit. */
const DRAFT = 'registro-sin-enviar'
/** Digits of a whole CUIT, right or wrong. */
const CUIT_DIGITS = 11

export const idOf = (field: RegistrationField): string => `registro-${field}`
const focusOn = (field: RegistrationField) =>
  requestAnimationFrame(() => document.getElementById(idOf(field))?.focus())

/** Why a registration failed as a whole (R108). */
function refusalOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 403) return error.message
  return [registrationTexts.failed, waitOf(error)].filter(Boolean).join('. ')
}

/** How the look-up of the CUIT stands. */
export interface RegistryLook {
  /** The CUIT whose entry is in the form. */
  filledFor: string | null
  asking: boolean
  /** Why the registry told nothing: the form goes on with typed data (R15). */
  failure: Error | null
  askAgain: () => void
}

/** Whether the tax registry said that nobody has the CUIT, rather than nothing at all. */
const isRefused = ({ error, isFetching }: ReturnType<typeof useRegistry>): boolean =>
  !isFetching && error instanceof ApiError && error.status === 400

export function useRegistration() {
  const [draft, setDraft] = useDraft(DRAFT, emptyRegistration, secretFields)
  const [problems, setProblems] = useState<RegistrationProblems>({})
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const cuit = parseCuit(draft.cuit)
  const registry = useRegistry(cuit)
  const entry = registry.data
  useEffect(() => {
    if (entry) setDraft((now) => (parseCuit(now.cuit) === entry.cuit ? withRegistry(now, entry) : now))
  }, [entry, setDraft])

  const whole = draft.cuit.replace(/\D/g, '').length >= CUIT_DIGITS
  const cuitRefused = cuit === null ? whole : isRefused(registry)
  const shown: RegistrationProblems = cuitRefused
    ? { ...problems, cuit: problems.cuit ?? registrationTexts.cuitRefused }
    : problems

  const set = (change: Partial<RegistrationDraft>) => {
    setDraft((now) => withoutOtherCuit({ ...now, ...change }))
    const healed = Object.keys(change) as RegistrationField[]
    setProblems((now) => {
      const left = { ...now }
      for (const field of healed) delete left[field]
      return left
    })
  }
  const show = (found: RegistrationProblems): boolean => {
    setProblems(found)
    const first = firstWrong(found)
    if (first) focusOn(first)
    return first !== undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    setRefusal('')
    const answered = cuit !== null && !registry.isFetching
    if (show(problemsOf(draft, { refused: cuitRefused, answered }, shopName()))) return
    sending.current = true
    setBusy(true)
    try {
      await sendRegistration(registrationOf(draft))
      dropDraft(DRAFT)
      navigate(paths.waiting)
    } catch (error) {
      if (!show(fieldErrorsOf(error, registration))) setRefusal(refusalOf(error))
      sending.current = false
      setBusy(false)
    }
  }
  const leaveCuit = () => {
    if (cuit !== null) set({ cuit: formatCuit(cuit) })
    else if (draft.cuit.trim() !== '') setProblems((now) => ({ ...now, cuit: registrationTexts.cuitRefused }))
  }
  const wrong = (Object.keys(problems) as RegistrationField[]).map((field) => ({
    id: idOf(field),
    label: fieldLabels[field],
    message: problems[field] ?? '',
  }))
  const look: RegistryLook = {
    filledFor: cuit !== null && draft.filled?.cuit === cuit ? cuit : null,
    asking: cuit !== null && registry.isFetching,
    failure: cuit === null || registry.isFetching || cuitRefused ? null : registry.error,
    askAgain: () => void registry.refetch(),
  }
  return { draft, set, shown, wrong, refusal, busy, submit, leaveCuit, look }
}
