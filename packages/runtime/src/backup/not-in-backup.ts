import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings/read-settings.ts'

export type NotInBackup = { what: string; where: string }

/** Lists what a restored service also needs and a backup does not contain. */
export function notInBackup(settings: Settings): NotInBackup[] {
  const { dataFolder, faceprintKeys, chain, credentialKeys, riskPolicy, faceModels } = settings
  const found: (NotInBackup | false | undefined)[] = [
    {
      what: 'master secret',
      where: settings.secret === undefined ? join(dataFolder, 'secret') : 'TOUCHSTONE_SECRET',
    },
    { what: 'settings', where: 'touchstone.env, touchstone.config.json or the environment' },
    faceprintKeys && {
      what: 'faceprint keys',
      where: 'file' in faceprintKeys ? faceprintKeys.file : 'FACEPRINT_KEY_COMMAND',
    },
    faceprintKeys === undefined &&
      !settings.production && { what: 'faceprint keys', where: join(dataFolder, 'faceprint-keys') },
    credentialKeys !== undefined && { what: 'proof keys', where: credentialKeys },
    chain.key?.kind === 'keystore' && { what: 'signing key of the chains', where: chain.key.path },
    chain.key?.kind === 'plain' && { what: 'signing key of the chains', where: 'CHAIN_KEY' },
    existsSync(chain.deployments) && { what: 'addresses of the contracts', where: chain.deployments },
    existsSync(join(dataFolder, 'chain')) && { what: 'development chain', where: join(dataFolder, 'chain') },
    riskPolicy !== undefined && { what: 'risk policy', where: riskPolicy },
    ...[faceModels.embedding, faceModels.liveness].map(
      (model) => model?.startsWith('/') === true && { what: 'face model', where: model },
    ),
  ]
  return found.filter((each): each is NotInBackup => typeof each === 'object')
}
