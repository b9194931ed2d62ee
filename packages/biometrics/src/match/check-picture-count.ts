import { UserError } from '@touchstone/common'
import { matchLimits } from './match-limits.ts'

export function checkPictureCount(count: number): void {
  if (count >= 1 && count <= matchLimits.maxPictures) return
  throw new UserError({
    code: 'face.wrong-number-of-pictures',
    message: 'No pictures or too many pictures of the face were sent.',
    remedy: `Send 1 to ${matchLimits.maxPictures} pictures.`,
  })
}
