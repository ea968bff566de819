/** The rules of a registration and of a new password, for browser and server alike. Texts are the spec's, verbatim. */
import { type Registration, registrationTexts, resetTexts } from './accounts.ts'
import { parseCuit } from './cuit.ts'
import { isEmail } from './email.ts'
import type { FieldError } from './errors.ts'
import { passwordProblem } from './password.ts'

/** What a registration is judged by beside its own fields. */
export interface RegistrationShop {
  readonly shopName: string
  /** Whether the shop has carriers to choose from. */
  readonly asksCarrier: boolean
}

/** Every refused field of a registration, in the spec's order of checks (R105). */
export function registrationProblems(form: Registration, { shopName, asksCarrier }: RegistrationShop): FieldError[] {
  const problems: (FieldError | false | null)[] = [
    !form.terms && { field: 'terms', message: registrationTexts.terms },
    !isEmail(form.email.trim()) && { field: 'email', message: registrationTexts.email },
    refusedPassword(form, shopName),
    asksCarrier && !form.carrierId && { field: 'carrierId', message: registrationTexts.carrier },
    form.cuit.trim() === '' && { field: 'cuit', message: registrationTexts.cuit },
    form.cuit.trim() !== '' &&
      parseCuit(form.cuit) === null && { field: 'cuit', message: registrationTexts.cuitRefused },
    form.password !== form.confirmation && {
      field: 'confirmation',
      message: registrationTexts.passwordsDiffer,
    },
  ]
  return problems.filter((problem) => !!problem)
}

function refusedPassword({ password, cuit }: Registration, shopName: string): FieldError | null {
  const message = password === '' ? registrationTexts.password : passwordProblem(password, 'client', { cuit, shopName })
  return message === undefined ? null : { field: 'password', message }
}

export interface NewPassword {
  email: string
  code: string
  password: string
  /** Typed on the screen; absent in a call. */
  confirmation?: string
}

/** Every refused field of a password change, in the spec's order of checks. Its length is checked where the account is known. */
export function newPasswordProblems({ email, code, password, confirmation }: NewPassword): FieldError[] {
  const repeated = confirmation === undefined || (confirmation !== '' && confirmation === password)
  const problems: (FieldError | false)[] = [
    email === '' && { field: 'email', message: resetTexts.email },
    password === '' && { field: 'password', message: resetTexts.password },
    !repeated && { field: 'confirmation', message: resetTexts.passwordsDiffer },
    code === '' && { field: 'code', message: resetTexts.code },
  ]
  return problems.filter((problem) => !!problem)
}
