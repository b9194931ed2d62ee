import type { Challenge } from '@touchstone/biometrics'
import { createSeededRandom, type Random } from '@touchstone/common'
import type { LivenessChallenge } from '@touchstone/contract'
import type { Raster } from '@touchstone/images'
import { people } from '../camera/people.ts'
import type { CameraState } from '../camera/person-script.ts'
import { compose, endOf, type Footage, type Moment, readFootage, toCapture } from '../clips/compose.ts'
import { decode, zoom } from '../clips/pictures.ts'
import { readClip } from '../clips/read-clip.ts'
import { heldOutSessions } from '../clips/sessions.ts'

const { face, shut } = people['map-man']
const footage = new Map<string, Promise<Footage>>()

/**
 * Returns the capture of a man who follows a challenge. The pictures come from real videos, in the order that
 * the challenge requires.
 */
export async function answerChallenge(
  challenge: LivenessChallenge,
  manner: Extract<
    CameraState['manner'],
    'obeys' | 'keeps-eyes-shut' | 'covers-face' | 'wears-mask'
  > = 'obeys',
  /** The part of the capture to return. Default: the whole capture. */
  part: { fromMs: number; untilMs?: number } = { fromMs: 0 },
) {
  const drawn: Challenge = { ...challenge, expiresAt: 0 }
  const moments = await compose(await footageOf(drawn), drawn, {
    random: createSeededRandom(challenge.id),
    flashGain: 0.15,
    untilMs: endOf(drawn),
    ...part,
  })
  const closed = manner === 'keeps-eyes-shut' ? await shutEyes() : undefined
  const grain = createSeededRandom(`${challenge.id} grain ${part.fromMs}`)
  return await toCapture(
    moments.map(withGrain(grain)).map((moment) => {
      const { atMs, picture } = moment
      // Simulates the small movements of a real head.
      if (closed) return { ...moment, picture: zoom(closed, 1.02 + 0.015 * Math.sin(atMs / 330), face) }
      if (manner === 'covers-face') return { ...moment, picture: painted(picture, '6f6a64', covered) }
      if (manner === 'wears-mask') return { ...moment, picture: painted(picture, '5f86b0', masked) }
      return moment
    }),
  )
}

/** Adds sensor noise. The service rejects repeated pictures, because a real camera never produces any. */
function withGrain(random: Random) {
  return (moment: Moment): Moment => {
    const noise = Int8Array.from(random.bytes(4096), (byte) => (byte % 3) - 1)
    const shift = random.bytes(2).readUInt16LE(0)
    const data = new Uint8ClampedArray(moment.picture.data)
    // Uses a loop and a power-of-two length for speed, so that even a busy machine draws a capture in time.
    for (let index = 0; index < data.length; index++)
      if (index % 4 !== 3) data[index] = (data[index] ?? 0) + (noise[(index + shift) & 4095] ?? 0)
    return { ...moment, picture: { ...moment.picture, data } }
  }
}

/**
 * Reads the videos of all actions in advance. If the videos of a challenge were read only when the challenge
 * is answered, a busy machine would not answer it in time.
 */
export async function prepareAnswers(): Promise<void> {
  await footageOf({ steps: heldOut().acts })
}

/** The footage is read once for each set of actions. */
async function footageOf({ steps }: { steps: readonly { action: string }[] }): Promise<Footage> {
  const session = heldOut()
  const requested = new Set(steps.map(({ action }) => action))
  const acts = session.acts.filter(({ action }) => requested.has(action))
  const everything = await footage.get(keyOf(session.acts))
  if (everything)
    return { ...everything, acts: everything.acts.filter(({ act }) => requested.has(act.action)) }
  const key = keyOf(acts)
  const read =
    footage.get(key) ?? readFootage({ ...session, acts }, { mirrored: false, locate: async () => face })
  footage.set(key, read)
  return await read
}

const keyOf = (acts: readonly { action: string }[]) =>
  acts
    .map(({ action }) => action)
    .toSorted()
    .join()

function heldOut() {
  const session = heldOutSessions.find(({ name }) => name === 'map, near (cap12)')
  if (!session) throw new Error('the video does not exist')
  return session
}

async function shutEyes(): Promise<Raster> {
  const [frame] = await readClip(shut.clip, shut.fromS, shut.toS)
  return await decode(frame?.bytes ?? new Uint8Array())
}

/**
 * Distances from the middle of the face to the part's left and upper edges, then the part's width and height,
 * all in units of the face size.
 */
type Part = readonly [left: number, up: number, width: number, height: number]
const covered: Part = [0.6, 0.8, 1.2, 1.7]
const masked: Part = [0.45, -0.05, 0.9, 0.6]

function painted(picture: Raster, colour: string, [left, up, wide, high]: Part): Raster {
  // The positions in `people` refer to pictures that were enlarged to cover 640 by 480 pixels.
  const scale = Math.max(640 / picture.width, 480 / picture.height)
  const size = face.size / scale
  const fromX = Math.round((face.x - 320) / scale + picture.width / 2 - left * size)
  const fromY = Math.round((face.y - 240) / scale + picture.height / 2 - up * size)
  const data = new Uint8ClampedArray(picture.data)
  const paint = Buffer.from(`${colour}ff`, 'hex')
  const toX = Math.min(picture.width, fromX + wide * size)
  for (let y = Math.max(0, fromY); y < Math.min(picture.height, fromY + high * size); y++)
    for (let x = Math.max(0, fromX); x < toX; x++) data.set(paint, (y * picture.width + x) * 4)
  return { ...picture, data }
}
