import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ChainSigner,
  createKeySigner,
  createKeystoreFile,
  createRemoteSigner,
  openKeystoreFile,
} from '@touchstone/chain'
import { OperatorError, type Vault } from '@touchstone/common'
import type { Settings } from '../settings/read-settings.ts'

/**
 * Opens the signer that the settings specify. In development, creates a key in the data folder on first use.
 */
export async function openSigner(settings: Settings, vault: Vault): Promise<ChainSigner> {
  const { key } = settings.chain
  switch (key?.kind) {
    case 'plain':
      return createKeySigner(key.key)
    case 'keystore':
      return await openKeystoreFile({ file: key.path, password: key.password })
    case 'remote':
      return createRemoteSigner({ url: key.url, address: key.address })
  }
  if (settings.production) {
    throw new OperatorError({
      code: 'chain.no-signer',
      message: 'No key is configured for signing transactions.',
      remedy: 'Set CHAIN_SIGNER_URL, or CHAIN_KEYSTORE with its password.',
    })
  }
  return await openDevelopmentKey(settings.dataFolder, vault)
}

/**
 * The password has 256 random bits, so an expensive key derivation would slow down every start without adding
 * protection.
 */
const developmentCost = 1024

async function openDevelopmentKey(dataFolder: string, vault: Vault): Promise<ChainSigner> {
  const folder = join(dataFolder, 'chain')
  const file = join(folder, 'signer.json')
  const password = vault.fingerprint('chain-signer', 'password').toString('hex')
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await createKeystoreFile({ file, password, cost: developmentCost }).catch((error: unknown) => {
      // Another process has created the key in the meantime, so use that key.
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    })
  }
  return await openKeystoreFile({ file, password })
}
