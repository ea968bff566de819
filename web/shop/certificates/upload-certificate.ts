import { certificateTexts, uploadCertificate } from '../../../contract/certificates.ts'
import { ApiError, call } from '../../lib/api.ts'
import { dayProblem } from '../../lib/read-day.ts'

/** Uploads one file; answers why it was not taken, '' when it was (R208). */
export async function uploadCertificateFile(file: File, query: { kind: string; expiresOn: string }): Promise<string> {
  const wrongDay = dayProblem(query.expiresOn)
  if (wrongDay) return wrongDay
  const body = new FormData()
  body.append('file', file)
  try {
    return (await call(uploadCertificate, { query, body })) ? '' : certificateTexts.notUploaded
  } catch (error) {
    // A refusal says what to do about it; the spec's text is for all other failures.
    return error instanceof ApiError && error.status > 0 && error.status < 500 ? error.message : certificateTexts.broken
  }
}
