import type { LiveFace } from '@touchstone/biometrics'
import type { Draft } from './draft.ts'

/** The draft with a live face that waits for a review. */
export function withFace(draft: Draft, { model, template, former }: LiveFace): Draft {
  return {
    ...draft,
    template: [...template],
    templateModel: model,
    ...(former.length > 0 && {
      formerTemplates: former.map((each) => ({ model: each.model, template: [...each.template] })),
    }),
  }
}

export function withoutFace(draft: Draft): Draft {
  const { template: _, templateModel: __, formerTemplates: ___, ...rest } = draft
  return rest
}

/** The face that waits, if one does. */
export function faceOf({ template, templateModel, formerTemplates = [] }: Draft): LiveFace | undefined {
  if (!template || !templateModel) return undefined
  const former = formerTemplates.map((each) => ({
    model: each.model,
    template: Float32Array.from(each.template),
  }))
  return { model: templateModel, template: Float32Array.from(template), former }
}
