import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type StaticFile, staticFile } from './static-file.ts'

const { resolve } = createRequire(import.meta.url)

/** The folder that contains the built page. */
export function siteFolder(app: '@touchstone/frame' | '@touchstone/dashboard'): string {
  return join(dirname(resolve(`${app}/package.json`)), 'dist', 'site')
}

/**
 * Returns the files of a built page by name. Retries on each call until the folder exists, so that the page
 * can be built while the service is running.
 */
export function siteAssets(folder: string): () => Promise<ReadonlyMap<string, StaticFile>> {
  let assets: Promise<Map<string, StaticFile>> | undefined
  return async () => {
    assets ??= assetsOf(join(folder, 'assets'))
    return await assets.catch(() => {
      assets = undefined
      return new Map<string, StaticFile>()
    })
  }
}

async function assetsOf(folder: string): Promise<Map<string, StaticFile>> {
  const names = await readdir(folder, { recursive: true })
  return new Map(names.map((name) => [name, staticFile(join(folder, name))]))
}
