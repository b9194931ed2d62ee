import { readClip } from '../clips/read-clip.ts'
import { type PersonName, people } from './people.ts'

export type Footage = {
  /** JPEG pictures at a rate of `perSecond`. */
  parts: Record<string, Uint8Array[]>
  perSecond: number
}

const perSecond = 12.5
const read = new Map<PersonName, Promise<Footage>>()

/**
 * Returns the parts of a person's footage: `neutral`, `shut` and one for each action. Reads each video once
 * per process.
 */
export function readFootage(name: PersonName): Promise<Footage> {
  const footage = read.get(name) ?? readParts(name)
  read.set(name, footage)
  return footage
}

async function readParts(name: PersonName): Promise<Footage> {
  const { neutral, shut, acts } = people[name]
  const parts: Footage['parts'] = {}
  for (const [part, { clip, fromS, toS }] of Object.entries({ neutral, shut, ...acts })) {
    const frames = await readClip(clip, fromS, toS)
    // Uses every second frame, which gives the frame rate of a cheap laptop camera.
    parts[part] = frames.filter((_, index) => index % 2 === 0).map(({ bytes }) => bytes)
  }
  return { parts, perSecond }
}
