import type { VerificationContext } from '../context.ts'
import { faceprintName } from './faceprint-name.ts'

/** Whether the person's face is known, so that it can stand for a device that is lost. */
export async function isFaceKnown(context: VerificationContext, svcId: string): Promise<boolean> {
  const gallery = await context.checkers.gallery()
  return await gallery.knows(faceprintName(context.vault, svcId))
}
