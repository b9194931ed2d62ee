import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { modelFiles } from '@touchstone/biometrics'
import { circuitNames, developmentKeys } from '@touchstone/credential'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { siteFolder } from './frame-site.ts'
import { sendStatic } from './send-static.ts'
import { type StaticFile, staticFile } from './static-file.ts'

type Named = { '*': string }

/** What the page loads: its own files, the networks that watch the camera, and the keys that proofs are made with. */
export function addFrameFiles(app: FastifyInstance, services: Services): void {
  const options = { schema: { hide: true } }
  let assets: Promise<Map<string, StaticFile>> | undefined
  let models: Map<string, StaticFile> | undefined
  let keys: Map<string, StaticFile> | undefined

  app.get<{ Params: Named }>('/frame/assets/*', options, async (request, reply) => {
    assets ??= assetsOf(join(siteFolder, 'assets'))
    // A page that is built while the service runs is found when it is there.
    const known = await assets.catch(() => {
      assets = undefined
      return new Map<string, StaticFile>()
    })
    return await sendStatic(request, reply, known.get(request.params['*']), 'immutable')
  })

  app.get<{ Params: Named }>('/frame/models/*', options, async (request, reply) => {
    models ??= new Map(modelFiles().map(({ name, path }) => [name, staticFile(path)]))
    return await sendStatic(request, reply, models.get(request.params['*']), 'asks')
  })

  app.get<{ Params: Named }>('/frame/keys/*', options, async (request, reply) => {
    keys ??= keysOf(services.runtime.settings.credentialKeys ?? developmentKeys)
    return await sendStatic(request, reply, keys.get(request.params['*']), 'asks')
  })
}

async function assetsOf(folder: string): Promise<Map<string, StaticFile>> {
  const names = await readdir(folder, { recursive: true })
  return new Map(names.map((name) => [name, staticFile(join(folder, name))]))
}

/** Named one by one: a folder of a ceremony may hold more than everybody should have. */
function keysOf(folder: string): Map<string, StaticFile> {
  const names = circuitNames.flatMap((circuit) =>
    ['circuit.wasm', 'proving.zkey', 'verification.json'].map((file) => `${circuit}/${file}`),
  )
  return new Map(['manifest.json', ...names].map((name) => [name, staticFile(join(folder, name))]))
}
