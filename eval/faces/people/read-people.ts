import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddingOf, type FaceChecker } from '@touchstone/biometrics'
import sharp from 'sharp'
import type { Progress } from '../../../bench/support/progress.ts'

/** The templates of one photograph by model. Empty if the service would not accept the photograph. */
export type Photo = { file: string; templates: ReadonlyMap<string, Float32Array> }

/** A person's usable photographs. `print` is the first photograph as it would look on a document. */
export type Person = { name: string; photos: Photo[]; print: Photo | undefined }

type Line = { file: string; print: boolean; faces: number; templates: Record<string, string> }

/**
 * Reads a folder of photographs that are named after the person and a number, such as
 * `Ada_Lovelace_0002.jpg`. Reading all photographs takes most of an hour, so measurements can be kept in the
 * file `measures`: photographs in this file are not measured again, and new measurements are added. The file
 * contains embeddings of faces and must be deleted afterwards.
 */
export async function readPeople(options: {
  checker: FaceChecker
  folder: string
  measures: string | undefined
  mostPeople: number
  progress: Progress
}): Promise<{ people: Person[]; photographs: number; unusable: number }> {
  const { checker, folder, measures, mostPeople, progress } = options
  const models = checker.limits.embeddings.map(({ model }) => model)
  const known = new Map(readLines(measures).map((line) => [keyOf(line), line]))
  const read = async (file: string, print: boolean): Promise<Photo> => {
    let line = known.get(keyOf({ file, print }))
    if (line === undefined || models.some((model) => line && line.faces === 1 && !line.templates[model])) {
      const bytes = readFileSync(join(folder, file))
      const { face, faces, turned } = await checker.measurePicture({
        picture: print ? await printed(bytes) : bytes,
      })
      const templates = models.flatMap((model) => {
        const embedding = turned ? undefined : embeddingOf(face, model)
        return embedding ? [[model, Buffer.from(embedding.buffer).toString('base64')]] : []
      })
      line = { file, print, faces, templates: Object.fromEntries(templates) }
      if (measures !== undefined) appendFileSync(measures, `${JSON.stringify(line)}\n`)
    }
    const usable = line.faces === 1 ? Object.entries(line.templates) : []
    return { file, templates: new Map(usable.map(([model, text]) => [model, toNumbers(text)])) }
  }

  const files = new Map<string, string[]>()
  for (const file of readdirSync(folder).sort()) {
    const [, name] = /^(.+)_\d{4}\.jpg$/.exec(file) ?? []
    if (name !== undefined) files.set(name, [...(files.get(name) ?? []), file])
  }
  const people: Person[] = []
  let [photographs, unusable] = [0, 0]
  for (const [name, own] of [...files].slice(0, mostPeople)) {
    const photos: Photo[] = []
    for (const file of own) photos.push(await read(file, false))
    const usable = photos.filter(({ templates }) => templates.size > 0)
    photographs += photos.length
    unusable += photos.length - usable.length
    const [first] = usable
    const print = first && usable.length > 1 ? await read(first.file, true) : undefined
    if (first) people.push({ name, photos: usable, print: print?.templates.size ? print : undefined })
    progress('reading the photographs of people', people.length, Math.min(mostPeople, files.size))
  }
  return { people, photographs, unusable }
}

/** Returns the photograph as a phone would capture it on a card: smaller, paler and compressed. */
async function printed(bytes: Uint8Array): Promise<Buffer> {
  const { width = 0 } = await sharp(bytes).metadata()
  return await sharp(bytes)
    .resize(Math.round(width * 0.65))
    .modulate({ saturation: 0.5 })
    .linear(0.8, 30)
    .jpeg({ quality: 50 })
    .toBuffer()
}

const keyOf = ({ file, print }: Pick<Line, 'file' | 'print'>) => `${file}${print ? ' printed' : ''}`

function readLines(file: string | undefined): Line[] {
  if (file === undefined || !existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text.endsWith('}'))
    .map((text) => JSON.parse(text))
}

function toNumbers(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)
}
