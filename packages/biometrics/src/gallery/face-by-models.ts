export type ModelTemplate = {
  /** The version of the model that made the template: templates of two models can't be compared. */
  model: string
  template: Float32Array
}

/** A face by the model that faceprints are made with now, and by those that others in the gallery were made with. */
export type FaceByModels = ModelTemplate & { former?: readonly ModelTemplate[] }

export function templatesOf({ model, template, former = [] }: FaceByModels): readonly ModelTemplate[] {
  return [{ model, template }, ...former]
}

/** Nothing but what a thread has to know. */
export function plainFace({ model, template, former = [] }: FaceByModels): FaceByModels {
  return { model, template, former: former.map((each) => ({ model: each.model, template: each.template })) }
}
