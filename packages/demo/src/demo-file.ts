import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The demo's credentials and addresses, for people and programs alike: `.touchstone/demo.json`. */
export type DemoFile = {
  baseUrl: string
  openapiUrl: string
  authUrl: string
  /** Where browsers reach the verification page. */
  frameUrl: string
  apiKey: string
  mchNo: string
  /** Takes any account: an e-mail, a number, a wallet. */
  programNo: string
  /** Grants wallets on a chain. */
  onChainProgramNo: string
  poaProgramNo: string
  poaiProgramNo: string
  meidProgramNo: string
  /** Addresses of the demo ledger that are worth asking about. */
  addresses: { coin: string; address: string; what: string }[]
}

const name = 'demo.json'

export function readDemoFile(dataFolder: string): Partial<DemoFile> {
  try {
    return JSON.parse(readFileSync(join(dataFolder, name), 'utf8')) as Partial<DemoFile>
  } catch {
    // Missing or damaged: it is written anew, with a new key.
    return {}
  }
}

/** Written whole or not at all; readable by its owner only. */
export function writeDemoFile(dataFolder: string, file: DemoFile): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const draft = join(dataFolder, `${name}.${randomBytes(4).toString('hex')}`)
  writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, join(dataFolder, name))
}
