import type { BrowserContext, Page } from 'playwright-core'
import { type PersonName, people } from './people.ts'
import { type CameraState, personScript } from './person-script.ts'
import { type Footage, readFootage } from './read-footage.ts'

export type PersonOptions = {
  person?: PersonName
  manner?: CameraState['manner']
  camera?: CameraState['camera']
  /**
   * A picture (JPEG) that is held in front of the rear camera. Without it, the rear camera also shows the
   * person.
   */
  document?: Uint8Array
  /** Delay between an instruction and the action. Real people take 0.3 to 0.7 s. */
  reactionMs?: number
  /**
   * Called if the machine draws the video too slowly. Receives the additional delay of the video relative to
   * the clock.
   */
  onFellBehind?: (ms: number) => void
}

/** A simulated person in front of the camera. */
export type SimulatedPerson = {
  /** Changes the person and their behaviour. The change applies when a page next starts its camera. */
  become(options: PersonOptions): Promise<void>
}

/** Proportion of the light on the face that comes from the screen. */
const gain = 0.2

/**
 * Simulates a person in front of the camera, either for all pages and frames of a context or for one page.
 * Sends pictures from real videos through bindings, to which neither the network nor the content security
 * policy applies. Must be called before the page opens.
 */
export async function simulatePerson(
  where: BrowserContext | Page,
  options: PersonOptions = {},
): Promise<SimulatedPerson> {
  let { state, parts } = await seat(options)
  // Pages and contexts have the same methods, but TypeScript cannot unify their overloads.
  const place = where as BrowserContext
  await place.exposeBinding('cameraState', () => state)
  await place.exposeBinding('cameraFellBehind', (_, ms: number) => options.onFellBehind?.(ms))
  await place.exposeBinding('cameraPictures', (_, part: string) =>
    (parts[part] ?? []).map((picture) => Buffer.from(picture).toString('base64')),
  )
  await place.addInitScript(personScript)
  return {
    async become(next) {
      ;({ state, parts } = await seat(next))
    },
  }
}

async function seat(options: PersonOptions): Promise<{ state: CameraState; parts: Footage['parts'] }> {
  const { person = 'map-man', manner = 'obeys', camera = 'works', document, reactionMs = 400 } = options
  const { parts, perSecond } = await readFootage(person)
  const { face } = people[person]
  const hasDocument = document !== undefined
  return {
    state: { manner, camera, hasDocument, face, perSecond, reactionMs, gain },
    parts: { ...parts, ...(document && { document: [document] }) },
  }
}
