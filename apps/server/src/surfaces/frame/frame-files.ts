import { join } from 'node:path'
import { modelFiles } from '@touchstone/biometrics'
import { circuitNames, developmentKeys } from '@touchstone/credential'
import type { FastifyInstance } from 'fastify'
import { sendStatic } from '../../files/send-static.ts'
import { siteAssets, siteFolder } from '../../files/site-files.ts'
import { type StaticFile, staticFile } from '../../files/static-file.ts'
import type { Services } from '../../plugins/services.ts'

type Named = { '*': string }

/** The verification page's files, the camera models, and the proving keys. */
export function addFrameFiles(app: FastifyInstance, services: Services): void {
  const options = { schema: { hide: true } }
  const assets = siteAssets(siteFolder('@touchstone/frame'))
  let models: Map<string, StaticFile> | undefined
  let keys: Map<string, StaticFile> | undefined

  app.get<{ Params: Named }>('/frame/assets/*', options, async (request, reply) => {
    const known = await assets()
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

/**
 * Lists the public files individually, because the folder of a key ceremony can contain files that must not
 * be public.
 */
function keysOf(folder: string): Map<string, StaticFile> {
  const names = circuitNames.flatMap((circuit) =>
    ['circuit.wasm', 'proving.zkey', 'verification.json'].map((file) => `${circuit}/${file}`),
  )
  return new Map(['manifest.json', ...names].map((name) => [name, staticFile(join(folder, name))]))
}
