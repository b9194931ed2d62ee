import { type FaceModelView, faceModelsInUse } from '../../readiness/face-models-in-use.ts'
import type { Command } from '../command.ts'

export const facesList: Command<Record<string, never>, FaceModelView[]> = faceModelsInUse
