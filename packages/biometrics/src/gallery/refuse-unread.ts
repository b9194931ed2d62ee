import { OperatorError } from '@touchstone/common'
import type { ModelTemplate } from './face-by-models.ts'

/**
 * Refuses to compare where there are faceprints of a model that the face was not read by: who has one of those would be
 * taken for somebody new, and could be enrolled a second time.
 */
export function refuseUnread(models: readonly string[], templates: readonly ModelTemplate[]): void {
  const unread = models.find((model) => templates.every((each) => each.model !== model))
  if (unread === undefined) return
  throw new OperatorError({
    code: 'faceprint.model-missing',
    message: `The gallery holds faceprints of the model "${unread}", which faces are not read by.`,
    remedy: 'Name it in FACE_EMBEDDING_FORMER_MODELS until its last faceprint is gone: touchstone faces list',
  })
}
