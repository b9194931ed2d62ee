import type { VerificationContext } from '../context.ts'
import { faceprintName } from './faceprint-name.ts'

/** Whether the person has a faceprint, so that showing the face can replace a lost device. */
export async function isFaceKnown(context: VerificationContext, svcId: string): Promise<boolean> {
  const gallery = await context.checkers.gallery()
  return await gallery.knows(faceprintName(context.vault, svcId))
}
