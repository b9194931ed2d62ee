import { createHash } from 'node:crypto'
import { basename, dirname, relative } from 'node:path'
import { findFiles } from '../../files/find-files.ts'
import { importFileError } from '../../files/import-file-error.ts'
import { sha256OfFile } from '../../files/sha256-of-file.ts'
import type { LabelEntry, LabelSource } from '../label-source.ts'
import { type Actor, mapActor, mapTag } from './map.ts'
import { type Pack, readPack } from './read.ts'

const isPack = (name: string) => /\.ya?ml$/i.test(name)
const isActorPack = (name: string) => /actorpack\.ya?ml$/i.test(name)

export type OpenTagpacksOptions = {
  /** A TagPack, or a folder of TagPacks. ActorPacks in the same folder supply the actors' names. */
  readonly path: string
}

/**
 * Opens GraphSense TagPacks. Each pack is a separate source, because packs are published separately. A source
 * is named after its file instead of its title, because several packs share a title and would replace each
 * other.
 */
export async function openTagpacks(options: OpenTagpacksOptions): Promise<LabelSource[]> {
  const { path } = options
  const files = (await findFiles({ path, isWanted: isPack })).filter((file) => !isActorPack(file))
  if (files.length === 0) {
    throw importFileError({
      file: path,
      what: 'contains no TagPack',
      remedy: 'Use a .yaml file or a folder of such files.',
    })
  }
  const isFolder = files[0] !== path
  const actorFiles = await findFiles({
    path: isFolder ? path : dirname(path),
    isWanted: isActorPack,
    deep: isFolder,
  })
  const { actors, version: actorsVersion } = await readActors(actorFiles)
  const sources: LabelSource[] = []
  for (const file of files) {
    const pack = await readPack({ file, list: 'tags' })
    sources.push({
      name: `tagpack/${(isFolder ? relative(path, file) : basename(file)).replace(/\.ya?ml$/i, '')}`,
      version: await versionOf(file, pack, actorsVersion),
      tolerant: true,
      title: text(pack.header.title) || basename(file),
      entries: () => readEntries(file, pack, actors),
    })
  }
  return sources
}

async function* readEntries(
  file: string,
  pack: Pack,
  actors: ReadonlyMap<string, Actor>,
): AsyncGenerator<LabelEntry> {
  for await (const row of pack.rows()) {
    const place = row.line === undefined ? { file } : { file, line: row.line }
    if ('problem' in row) yield { ...place, problem: `the tag ${row.problem}` }
    else yield { ...place, ...mapTag({ header: pack.header, fields: row.fields, actors }) }
  }
}

async function readActors(files: readonly string[]) {
  const actors = new Map<string, Actor>()
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(await sha256OfFile(file))
    const pack = await readPack({ file, list: 'actors' })
    for await (const row of pack.rows()) {
      const mapped = 'fields' in row ? mapActor(row.fields) : undefined
      if (mapped !== undefined) actors.set(mapped.id, mapped.actor)
    }
  }
  return { actors, version: files.length === 0 ? '' : hash.digest('hex') }
}

/**
 * Returns the pack's date combined with a hash, because the content can change without a new date. The hash
 * includes the actors' names, because they are part of the labels.
 */
async function versionOf(file: string, pack: Pack, actorsVersion: string): Promise<string> {
  const content = createHash('sha256')
    .update(await sha256OfFile(file))
    .update(actorsVersion)
    .digest('hex')
    .slice(0, 16)
  const date = text(pack.header.lastmod)
  return /^\d{4}-\d\d-\d\d$/.test(date) ? `${date}+${content}` : content
}

function text(field: string | readonly string[] | undefined): string {
  return typeof field === 'string' ? field.trim().slice(0, 200) : ''
}
