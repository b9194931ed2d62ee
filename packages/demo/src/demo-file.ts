import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The credentials and addresses of the demo, for users and scripts: `.touchstone/demo.json`. */
export type DemoFile = {
  baseUrl: string
  openapiUrl: string
  authUrl: string
  /** URL of the verification page. */
  frameUrl: string
  apiKey: string
  mchNo: string
  /** Number of the program that accepts accounts of any kind: e-mail address, customer number or wallet. */
  programNo: string
  /** Number of the program that grants access to wallets on a chain. */
  onChainProgramNo: string
  poaProgramNo: string
  poaiProgramNo: string
  meidProgramNo: string
  /** Sample addresses from the demo ledger, to query first. */
  addresses: { coin: string; address: string; what: string }[]
}

const name = 'demo.json'

export function readDemoFile(dataFolder: string): Partial<DemoFile> {
  try {
    return JSON.parse(readFileSync(join(dataFolder, name), 'utf8')) as Partial<DemoFile>
  } catch {
    // A missing or damaged file is replaced by a file with a new API key.
    return {}
  }
}

/** Writes the file atomically, readable only by its owner. */
export function writeDemoFile(dataFolder: string, file: DemoFile): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const draft = join(dataFolder, `${name}.${randomBytes(4).toString('hex')}`)
  writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, join(dataFolder, name))
}
