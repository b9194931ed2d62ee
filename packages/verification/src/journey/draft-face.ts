import type { LiveFace } from '@touchstone/biometrics'
import type { Draft } from './draft.ts'

/** Adds to the draft a live face that is waiting for a review. */
export function withFace(draft: Draft, { model, template, previous }: LiveFace): Draft {
  return {
    ...draft,
    template: [...template],
    templateModel: model,
    ...(previous.length > 0 && {
      formerTemplates: previous.map((each) => ({ model: each.model, template: [...each.template] })),
    }),
  }
}

export function withoutFace(draft: Draft): Draft {
  const { template: _, templateModel: __, formerTemplates: ___, ...rest } = draft
  return rest
}

/** Returns the face that is waiting for a review, or undefined if there is none. */
export function faceOf({ template, templateModel, formerTemplates = [] }: Draft): LiveFace | undefined {
  if (!template || !templateModel) return undefined
  const previous = formerTemplates.map((each) => ({
    model: each.model,
    template: Float32Array.from(each.template),
  }))
  return { model: templateModel, template: Float32Array.from(template), previous }
}
