export type ModelTemplate = {
  /**
   * The version of the model that produced the template. Templates from different models cannot be compared.
   */
  model: string
  template: Float32Array
}

/**
 * A face measured by the current model and by the previous models whose faceprints are still in the gallery.
 */
export type FaceByModels = ModelTemplate & { previous?: readonly ModelTemplate[] }

export function templatesOf({ model, template, previous = [] }: FaceByModels): readonly ModelTemplate[] {
  return [{ model, template }, ...previous]
}

/** Returns only the fields that a thread needs. */
export function plainFace({ model, template, previous = [] }: FaceByModels): FaceByModels {
  return {
    model,
    template,
    previous: previous.map((each) => ({ model: each.model, template: each.template })),
  }
}
