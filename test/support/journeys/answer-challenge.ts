import type { Challenge } from '@touchstone/biometrics'
import { createSeededRandom } from '@touchstone/common'
import type { LivenessChallenge } from '@touchstone/contract'
import { compose, endOf, type Footage, readFootage, toCapture } from '../../../eval/faces/clips/compose.ts'
import { heldOutSessions } from '../../../eval/faces/clips/sessions.ts'
import { people } from '../camera/people.ts'

let footage: Promise<Footage> | undefined

/** What a camera would have seen of a man who does what is asked: pictures of real films, put in order. */
export async function answerChallenge(challenge: LivenessChallenge) {
  const session = heldOutSessions.find(({ name }) => name === 'map, near (cap12)')
  if (!session) throw new Error('no such film')
  footage ??= readFootage(session, { mirrored: false, locate: async () => people['map-man'].face })
  const drawn: Challenge = { ...challenge, expiresAt: 0 }
  const moments = await compose(await footage, drawn, {
    random: createSeededRandom(challenge.id),
    flashGain: 0.15,
    untilMs: endOf(drawn),
  })
  return await toCapture(moments)
}
