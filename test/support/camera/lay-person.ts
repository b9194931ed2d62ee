import type { BrowserContext, Page } from 'playwright-core'
import { type PersonName, people } from './people.ts'
import { type CameraState, personScript } from './person-script.ts'
import { type Footage, readFootage } from './read-footage.ts'

export type PersonOptions = {
  person?: PersonName
  manner?: CameraState['manner']
  camera?: CameraState['camera']
  /** A picture (JPEG) that lies before the camera that looks away; without it that camera shows the person, too. */
  document?: Uint8Array
  /** How long after it is asked an action begins: people take 0.3 to 0.7 s. */
  reactionMs?: number
  /** Hears by how much more the film fell behind the clock: the machine draws it more slowly than it is shown. */
  onFellBehind?: (ms: number) => void
}

/** Someone before the camera. */
export type SeatedPerson = {
  /** Changes who sits there and how, from the next time on that a page turns its camera on. */
  become(options: PersonOptions): Promise<void>
}

/** Of the light on the face, that the screen's colour adds. */
const gain = 0.2

/**
 * Seats a person before the camera of every page and frame of the context (or of one page): pictures of real films,
 * handed over through bindings, so that neither the network nor the page's content security policy knows of it. Before
 * the page is opened.
 */
export async function layPerson(
  where: BrowserContext | Page,
  options: PersonOptions = {},
): Promise<SeatedPerson> {
  let { state, parts } = await seat(options)
  // A page and a context take the same; the types of their overloads do not meet.
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
