import { faceprintsByModel } from '@touchstone/biometrics'
import type { Command } from '../command.ts'

export type FaceModelView = {
  model: string
  faceprints: number
  /** `missing`: nobody can be enrolled until the settings name it. */
  use: 'current' | 'former' | 'missing'
}

/** Which embeddings the faceprints of the gallery were made with, and which of them faces are read by. */
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
