import type { Action } from '@touchstone/biometrics'
import type { ClipName } from '../clips/read-clip.ts'
import { heldOutSessions, type Session, settingSessions } from '../clips/sessions.ts'

export type PersonName = 'map-man' | 'blue-wall-man'

type Moment = { clip: ClipName; fromS: number; toS: number }

/** Footage of one man: his neutral look, and one moment for each action that he performs. */
export type Person = {
  neutral: Moment
  acts: Partial<Record<Action, Moment>>
  /** A moment at which his eyes are closed: the middle of a blink. */
  shut: Moment
  /** Face position in the neutral look, in pixels of a 640 by 480 picture, measured by the face checker. */
  face: { x: number; y: number; size: number }
}

const ofSession = (sessions: readonly Session[], name: string): Session => {
  const found = sessions.find((session) => session.name === name)
  if (found === undefined) throw new Error(`no session ${name}`)
  return found
}

function firstActs({ clip, acts }: Session): Person['acts'] {
  const moments: Person['acts'] = {}
  for (const { action, fromS, toS } of acts) moments[action] ??= { clip, fromS, toS }
  return moments
}

const map = ofSession(heldOutSessions, 'map, near (cap12)')
const wall = ofSession(heldOutSessions, 'blue wall, second half (franck)')
const wallBefore = ofSession(settingSessions, 'blue wall, first half (franck)')

export const people: Record<PersonName, Person> = {
  'map-man': {
    neutral: { clip: map.clip, ...map.neutral },
    acts: firstActs(map),
    shut: { clip: map.clip, fromS: 25.58, toS: 25.62 },
    face: { x: 330, y: 253, size: 222 },
  },
  // No video shows him coming closer. The picture is enlarged instead.
  'blue-wall-man': {
    neutral: { clip: wall.clip, ...wall.neutral },
    acts: { ...firstActs(wallBefore), ...firstActs(wall) },
    shut: { clip: wall.clip, fromS: 121.98, toS: 122.02 },
    face: { x: 394, y: 227, size: 323 },
  },
}
