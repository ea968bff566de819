import { lacks, secondFactorTexts } from '../../../contract/second-factor.ts'
import { Refusal } from '../../refusal.ts'

/** The password was right and a code is asked for: a question, which counts as no failed sign-in (R261). */
export class CodeAsked extends Refusal {
  constructor() {
    const message = secondFactorTexts.codeAsked
    super('UNAUTHENTICATED', message, [{ field: lacks.code, message }])
  }
}
