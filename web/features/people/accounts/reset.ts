/** The drafts, problems and messages of the password reset (R105 and R108). */
import { useSyncExternalStore } from 'react'
import { newPasswordProblems } from '../../../../contract/account-rules.ts'
import { resetTexts } from '../../../../contract/accounts.ts'
import { ApiError } from '../../../lib/api.ts'
import { keepDraft, keptDraft } from '../../../lib/draft.ts'
import type { Problems } from '../../../lib/form-rules.ts'
import { waitOf } from '../../../lib/wait.ts'

/** Where a code was mailed to and when, in milliseconds; kept in this tab, so that a reload still asks for the code. */
export interface ResetDraft {
  email: string
  sentAt: number
  /** The code is one of before: none was mailed then. */
  isOld: boolean
}
export const emptyReset: ResetDraft = { email: '', sentAt: 0, isOld: false }

/** The draft's name: one for each user, and one for a visitor who is not signed in. */
export const resetDraftOf = (userId: number | undefined): string => `restablecer-contrasena:${userId ?? 'visitante'}`

const CHANGED = 'contrasena-cambiada'
const notChanged = { reason: '' }
const readers = new Set<() => void>()

/** Keeps in this tab why nobody was signed in although the password was changed; '' once it was read. */
export function tellChanged(reason: string): void {
  keepDraft(CHANGED, { reason })
  for (const reader of readers) reader()
}

/**
 * What `tellChanged` keeps. The form that changed the password may be gone by then: the change ends every session (R12), and
 * another call that hears it first has the frame of a visitor built around a new form.
 */
export const useChanged = (): string => useSyncExternalStore(onChangedTold, () => keptDraft(CHANGED, notChanged).reason)

function onChangedTold(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

const CODE_MINUTES = 15
/** Whether a code was mailed that may still be valid (R14). @param now milliseconds, as in `Date.now()` */
export const isCodeOut = ({ sentAt }: Pick<ResetDraft, 'sentAt'>, now: number): boolean =>
  now - sentAt < CODE_MINUTES * 60_000

export interface NewPasswordDraft {
  code: string
  password: string
  confirmation: string
}
export const emptyNewPassword: NewPasswordDraft = { code: '', password: '', confirmation: '' }

/** All problems of the draft, in the spec's order of checks. */
export function resetProblemsOf(draft: NewPasswordDraft, email: string): Problems<NewPasswordDraft> {
  const found = newPasswordProblems({ ...draft, code: draft.code.trim(), email })
  return Object.fromEntries(
    found.flatMap(({ field, message }) => (field in emptyNewPassword ? [[field, message]] : [])),
  )
}

/** Two sentences as one text; the spec's texts have no full stop of their own. */
const join = (first: string, second: string): string =>
  second ? `${first}${first.endsWith('.') ? '' : '.'} ${second}` : first

const hasOwnMessage = (error: unknown): error is ApiError =>
  error instanceof ApiError && [0, 429].includes(error.status)

/** Why no code was mailed: the spec's text, or how long to wait, or that there is no connection. */
export function mailFailureOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 400) return error.message
  if (hasOwnMessage(error)) return join(error.message, waitOf(error))
  return resetTexts.mailFailed
}

/** Why the password was not changed: the spec's text, and what else is known. */
export const changeFailureOf = (error: unknown): string =>
  hasOwnMessage(error) ? join(resetTexts.changeFailed, join(error.message, waitOf(error))) : resetTexts.changeFailed
