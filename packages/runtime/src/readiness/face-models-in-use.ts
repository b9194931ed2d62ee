import { faceprintsByModel } from '@touchstone/biometrics'
import type { Runtime } from '../open-runtime.ts'

export type FaceModelView = {
  model: string
  faceprints: number
  /**
   * `missing`: the settings do not include the model, so people who are enrolled with it cannot be
   * recognised.
   */
  use: 'current' | 'former' | 'missing'
}

/** Lists the embedding models of the stored faceprints and whether the settings include them. */
export async function faceModelsInUse({
  database,
  verification,
}: Pick<Runtime, 'database' | 'verification'>): Promise<FaceModelView[]> {
  const [current, ...former] = verification.checkers.faceLimits().embeddings.map(({ model }) => model)
  const counted = await faceprintsByModel(database)
  const useOf = (model: string) =>
    model === current ? 'current' : former.includes(model) ? 'former' : 'missing'
  const empty = [current, ...former].filter(
    (model): model is string => model !== undefined && counted.every((each) => each.model !== model),
  )
  return [...counted, ...empty.map((model) => ({ model, faceprints: 0 }))].map((each) => ({
    ...each,
    use: useOf(each.model),
  }))
}
