import { spawn, spawnSync } from 'node:child_process'
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@touchstone/common'
import { type ListEntry, type ListFormat, listSources } from '@touchstone/screening'
import type { Progress } from '../support/progress.ts'

export type LoadedList = {
  readonly list: string
  readonly version: string
  readonly publishedAt: string | null
  readonly entries: ListEntry[]
}

/** Returns the reason why the lists cannot be loaded, or `undefined` if they can be loaded. */
export function whyNot(folder: string): string | undefined {
  const needed = ['sdn_advanced.xml.bz2', 'un_consolidated.xml', 'eu', 'negatives_global.csv']
  const missing = needed.filter((name) => !existsSync(join(folder, name)))
  if (missing.length > 0)
    return `${folder} does not contain ${missing.join(', ')}. Set the folder with --data.`
  return spawnSync('bzip2', ['--help']).status === 0 ? undefined : 'bzip2 is not installed.'
}

/** Loads the OFAC, UN and EU lists with the service's readers. */
export async function loadLists(folder: string, progress: Progress): Promise<LoadedList[]> {
  progress('reading the OFAC list')
  const unpack = spawn('bzip2', ['-dc', join(folder, 'sdn_advanced.xml.bz2')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ofac = await readAll('ofac', 'ofac-advanced-xml', [unpack.stdout])
  progress('reading the UN and EU lists')
  const un = await readAll('un', 'un-xml', [createReadStream(join(folder, 'un_consolidated.xml'))])
  const files = readdirSync(join(folder, 'eu')).filter((name) => name.endsWith('.csv'))
  const eu = await readAll(
    'eu',
    'eu-csv',
    files.sort().map((name) => createReadStream(join(folder, 'eu', name))),
  )
  return [ofac, un, eu]
}

async function readAll(
  list: string,
  format: ListFormat,
  files: readonly AsyncIterable<Uint8Array>[],
): Promise<LoadedList> {
  const entries: ListEntry[] = []
  let publishedAt: string | null = null
  for (const file of files) {
    try {
      for await (const item of listSources[format].read(file)) {
        if ('entry' in item) entries.push(item.entry)
        else if ('publishedAt' in item) publishedAt = item.publishedAt
      }
    } catch (error) {
      // Some EU annexes contain no entries.
      if (!(error instanceof UserError) || error.code !== 'list.empty') throw error
    }
  }
  return { list, version: publishedAt ?? 'none', publishedAt, entries }
}
