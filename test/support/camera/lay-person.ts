import type { BrowserContext } from 'playwright-core'
import { type PersonName, people } from './people.ts'
import { type CameraScript, personScript } from './person-script.ts'
import { readFootage } from './read-footage.ts'

export type PersonOptions = {
  person?: PersonName
  manner?: CameraScript['manner']
  camera?: CameraScript['camera']
  /** A picture (JPEG) that lies before the camera that looks away; without it that camera shows the person, too. */
  document?: Uint8Array
  /** How long after it is asked an action begins: people take 0.3 to 0.7 s. */
  reactionMs?: number
}

/**
 * Seats a person before the camera of every page and frame of the context: pictures of real films, handed over through
 * a binding, so that neither the network nor the page's content security policy knows of it. Before the first page.
 */
export async function layPerson(context: BrowserContext, options: PersonOptions = {}): Promise<void> {
  const { person = 'map-man', manner = 'obeys', camera = 'works', document, reactionMs = 400 } = options
  const { parts, perSecond } = await readFootage(person)
  const base64 = (pictures: readonly Uint8Array[]) =>
    pictures.map((picture) => Buffer.from(picture).toString('base64'))
  await context.exposeBinding('cameraPictures', (_, part: string) => {
    if (part === 'document') return document ? base64([document]) : []
    return base64(parts[part] ?? [])
  })
  const script: CameraScript = {
    manner,
    camera,
    hasDocument: document !== undefined,
    face: people[person].face,
    perSecond,
    reactionMs,
    gain: 0.2,
  }
  await context.addInitScript(personScript, script)
}
