import { lacks } from '../../../contract/second-factor.ts'
import { ApiError } from '../../lib/api.ts'

/** What a refused sign-in lacks although the password was right (R261, R264); null for any other failure. */
export function lackOf(error: unknown): keyof typeof lacks | null {
  if (!(error instanceof ApiError)) return null
  const fields = error.details.map((detail) => (detail as { field?: unknown } | null)?.field)
  if (error.status === 401 && fields.includes(lacks.code)) return 'code'
  return error.status === 403 && fields.includes(lacks.secondFactor) ? 'secondFactor' : null
}
