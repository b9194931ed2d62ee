import type { Challenge } from '@touchstone/biometrics'
import { drawChallenge } from '@touchstone/biometrics'
import { createManualClock, type Random, randomInteger } from '@touchstone/common'
import type { Raster } from '@touchstone/images'
import { canShow, compose, endOf, type Footage, type Moment } from '../../../test/support/clips/compose.ts'
import { decode, mirror } from '../../../test/support/clips/pictures.ts'
import { obeyWithPrint } from './obey.ts'
import { paste } from './paste.ts'
import { showOnScreen } from './show-on-screen.ts'
import { tiltFlat } from './tilt.ts'

export const attackNames = [
  'still photo',
  'wobbled photo that follows the challenge',
  'photo with cut-out eyes that follows the challenge',
  'replay of another session on a screen',
  'replay of this very session on a screen',
  'live, wrong order',
  'different person takes over halfway through',
  'two faces',
  'good only in predictable frames',
] as const

export type AttackName = (typeof attackNames)[number]

type Ground = { footage: Footage; other: Footage; challenge: Challenge; random: Random }

/**
 * Creates an attack on one challenge from footage of one person and, if the attack requires it, of a second
 * person.
 */
export function makeAttack(name: AttackName, ground: Ground): Promise<Moment[]> {
  const { footage, other, challenge, random } = ground
  switch (name) {
    case 'still photo':
      return printed(ground, (print) => (atMs) => addNoise(print, atMs))
    case 'wobbled photo that follows the challenge': {
      const tiltAt = obeyWithPrint(challenge, random)
      return printed(ground, (print) => (atMs) => tiltFlat(print, tiltAt(atMs), footage.face))
    }
    case 'photo with cut-out eyes that follows the challenge':
      return cutEyes(ground)
    case 'replay of another session on a screen':
      return replay(ground, drawFor(footage, random, challenge))
    case 'replay of this very session on a screen':
      return replay(ground, challenge)
    case 'live, wrong order':
      return compose(footage, reordered(challenge), { random, flashGain: 0.12 })
    case 'different person takes over halfway through':
      return swapped(ground)
    case 'good only in predictable frames':
      return shownBetween(ground)
    case 'two faces':
      return compose(footage, challenge, { random, flashGain: 0.12 }).then((moments) =>
        addPerson(moments, footage, other),
      )
  }
}

/**
 * Draws a challenge whose actions all occur in the footage. If `not` is given, the challenge differs from it.
 */
export function drawFor(footage: Footage, random: Random, not?: Challenge): Challenge {
  const key = ({ steps }: Challenge) => steps.map(({ action }) => action).join()
  for (;;) {
    const challenge = drawChallenge({ random, clock: createManualClock(0) })
    const fits = challenge.steps.every(({ action }) => canShow(footage, action))
    if (fits && (not === undefined || key(not) !== key(challenge))) return challenge
  }
}

async function printed(
  { footage, challenge, random }: Ground,
  move: (print: Raster) => (atMs: number) => Raster,
): Promise<Moment[]> {
  const moments = await compose(footage, challenge, { random, flashGain: 0 })
  const first = await decode(footage.neutral[0]?.bytes ?? new Uint8Array())
  const at = move(footage.mirrored ? mirror(first) : first)
  return moments.map((moment) => ({ ...moment, picture: at(moment.atMs) }))
}

/**
 * Simulates a person behind a print, who looks and blinks through its eye holes but does not follow other
 * prompts.
 */
async function cutEyes({ footage, challenge, random }: Ground): Promise<Moment[]> {
  const blinking = { ...challenge, steps: challenge.steps.filter(({ action }) => action === 'blink') }
  const behind = await compose(footage, blinking, { random, flashGain: 0, untilMs: endOf(challenge) })
  const print = behind[0]?.picture
  if (print === undefined) return []
  const tiltAt = obeyWithPrint(challenge, random)
  const { x, y, size } = footage.face
  const eyes = { x: x - size * 0.36, y: y - size * 0.22, width: size * 0.72, height: size * 0.22 }
  return behind.map((moment) => {
    // The person's eyes stay behind the holes.
    const living = { ...eyes, x: eyes.x + moment.aside.x, y: eyes.y + moment.aside.y }
    const through = paste(print, moment.picture, living, eyes)
    return { ...moment, picture: tiltFlat(through, tiltAt(moment.atMs), footage.face) }
  })
}

async function replay({ footage, challenge, random }: Ground, recorded: Challenge): Promise<Moment[]> {
  const recording = await compose(footage, recorded, { random, flashGain: 0 })
  const screen = {
    pitch: 0.7 + randomInteger(random, 60) / 100,
    gaps: 0.12 + randomInteger(random, 20) / 100,
    share: 0.86,
    yaw: randomInteger(random, 21) - 10,
  }
  const endMs = endOf(challenge)
  return recording
    .filter(({ atMs }) => atMs <= endMs)
    .map((moment) => ({ ...moment, picture: showOnScreen(moment.picture, screen, moment.atMs) }))
}

async function swapped({ footage, other, challenge, random }: Ground): Promise<Moment[]> {
  const light = { random, flashGain: 0.12 }
  const first = await compose(footage, challenge, light)
  const second = await compose(other, challenge, light)
  const fromMs = challenge.steps[1]?.fromMs ?? 0
  return first.map((moment, index) => (moment.atMs < fromMs ? moment : (second[index] ?? moment)))
}

/**
 * The page sends this many frames per upload. Each group from which the checker draws frames begins with a
 * new upload.
 */
const uploadLength = 4

/**
 * A live person answers the challenge, but the first frame of each upload shows the neutral look of another person,
 * whose document was stolen.
 */
async function shownBetween({ footage, other, challenge, random }: Ground): Promise<Moment[]> {
  const light = { random, flashGain: 0.12 }
  const attacker = await compose(footage, challenge, light)
  const victim = await compose(other, { ...challenge, steps: [] }, { ...light, untilMs: endOf(challenge) })
  return attacker.map((moment, index) => (index % uploadLength === 0 ? (victim[index] ?? moment) : moment))
}

/** Shows a second person's face beside the first during the whole capture. */
async function addPerson(moments: Moment[], footage: Footage, other: Footage): Promise<Moment[]> {
  const second = await decode(other.neutral[0]?.bytes ?? new Uint8Array())
  const beside = other.mirrored ? mirror(second) : second
  const { x, y, size } = other.face
  const part = { x: x - size * 0.5, y: y - size * 0.65, width: size, height: size * 1.3 }
  return moments.map((moment) => {
    const { picture } = moment
    const free = footage.face.x > picture.width / 2 ? 0 : picture.width - part.width
    return { ...moment, picture: paste(picture, beside, part, { x: free, y: 0 }) }
  })
}

/** Returns a challenge with the same actions at different times. */
function reordered(challenge: Challenge): Challenge {
  const { steps } = challenge
  return {
    ...challenge,
    steps: steps.map((step, index) => ({
      ...step,
      action: steps[(index + 1) % steps.length]?.action ?? step.action,
    })),
  }
}

/** Adds camera noise, so that repeated frames of a still picture differ. */
function addNoise(picture: Raster, seed: number): Raster {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  const data = picture.data.map((value, index) => {
    if (index % 4 === 3) return 255
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return value + ((state >>> 24) % 7) - 3
  })
  return { ...picture, data }
}
