import { makeQuestions } from './make-questions.ts'
import type { Questions } from './questions.ts'

/** Is this somebody whom the issuer knows, alive before a camera, and not twice? */
export function personhoodQuestions(): Questions<'personhood'> {
  return makeQuestions('personhood', {})
}
