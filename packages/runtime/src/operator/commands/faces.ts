import { faceprintsByModel } from '@touchstone/biometrics'
import type { Command } from '../command.ts'

export type FaceModelView = {
  model: string
  faceprints: number
  /** `missing`: these people cannot be recognised until the settings include the model. */
  use: 'current' | 'former' | 'missing'
}

/** Lists the embedding models of stored faceprints and shows which of them the settings include. */
export const facesList: Command<Record<string, never>, FaceModelView[]> = async ({
  database,
  verification,
}) => {
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
