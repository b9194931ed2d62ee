import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentReader } from '@touchstone/documents'
import { composeMrz, makeProof } from '@touchstone/documents/specimens'
import type { Progress } from '../../bench/support/progress.ts'
import { makePage, today } from './make-pages.ts'

export type Trap = { what: string; tried: number; accepted: number; refusedWithCode: number }

type Tools = { reader: DocumentReader; seed: string; progress: Progress }

/** Evaluates pages that the reader must never accept. */
export async function evaluateTraps(tools: Tools, pages: number, facesFolder: string): Promise<Trap[]> {
  return [
    await wrongDigits(tools, pages),
    await otherPrint(tools, pages),
    await letters(tools, pages),
    await faces(tools, pages * 2, facesFolder),
  ]
}

/** Evaluates pages with a sharp zone in which one character contradicts its check digit. */
async function wrongDigits(tools: Tools, pages: number): Promise<Trap> {
  const trap: Trap = { what: 'wrong check digit', tried: 0, accepted: 0, refusedWithCode: 0 }
  for (let index = 0; index < pages; index++) {
    tools.progress('testing wrong check digits', index, pages)
    const page = makePage({
      seed: `${tools.seed} digits`,
      index,
      level: 'faint',
      zone: (person, kind) => {
        const lines = composeMrz(kind, person)
        // Changes a digit of the birth date, which is in the second line of the zone in all three formats.
        const at = kind === 'TD1' ? 3 : 16
        const line = lines[1] ?? ''
        const digit = String((Number(line[at]) + 1 + (index % 8)) % 10)
        lines[1] = line.slice(0, at) + digit + line.slice(at + 1)
        return lines
      },
    })
    await count(tools.reader, trap, [page.jpeg])
  }
  return trap
}

/** Evaluates pages whose printed name differs from the name in the zone by one letter. */
async function otherPrint(tools: Tools, pages: number): Promise<Trap> {
  const trap: Trap = { what: 'printed name differs', tried: 0, accepted: 0, refusedWithCode: 0 }
  for (let index = 0; index < pages; index++) {
    tools.progress('testing pages whose print contradicts the zone', index, pages)
    const page = makePage({
      seed: `${tools.seed} print`,
      index,
      level: 'faint',
      person: { surname: 'Harrison', givenNames: 'Patricia' },
      printed: (person) => ({ ...person, surname: index % 2 === 0 ? 'Harrisen' : 'Garrison' }),
    })
    await count(tools.reader, trap, [page.jpeg])
  }
  return trap
}

/** Evaluates photos of letters, which have enough text but no machine-readable zone. */
async function letters(tools: Tools, pages: number): Promise<Trap> {
  const trap: Trap = { what: 'photo of a letter', tried: 0, accepted: 0, refusedWithCode: 0 }
  for (let index = 0; index < pages; index++) {
    tools.progress('trying letters', index, pages)
    const { file } = makeProof({ seed: `${tools.seed} letters ${index}`, today, form: 'photo' })
    await count(tools.reader, trap, [file])
  }
  return trap
}

async function faces(tools: Tools, most: number, folder: string): Promise<Trap> {
  const trap: Trap = { what: 'photograph of a face', tried: 0, accepted: 0, refusedWithCode: 0 }
  if (!existsSync(folder)) return trap
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(jpe?g|png)$/i.test(file))
    .sort()
    .slice(0, most)
  for (const [index, file] of files.entries()) {
    tools.progress('trying faces', index, files.length)
    await count(tools.reader, trap, [readFileSync(join(folder, file))])
  }
  return trap
}

async function count(reader: DocumentReader, trap: Trap, pictures: Uint8Array[]): Promise<void> {
  trap.tried += 1
  try {
    const { status, hints } = await reader.read({ pictures, today })
    if (status === 'accepted') trap.accepted += 1
    else if (hints.length > 0) trap.refusedWithCode += 1
  } catch (error) {
    if (error instanceof Error && 'code' in error) trap.refusedWithCode += 1
    else throw error
  }
}
