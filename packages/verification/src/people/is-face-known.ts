import type { VerificationContext } from '../context.ts'
import { faceprintName } from './faceprint-name.ts'

/**
 * Returns whether the person has a faceprint. If so, a person who has lost the device can show the face
 * instead.
 */
export async function isFaceKnown(context: VerificationContext, svcId: string): Promise<boolean> {
  const gallery = await context.checkers.gallery()
  return await gallery.knows(faceprintName(context.vault, svcId))
}
