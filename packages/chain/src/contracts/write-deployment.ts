import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deployment } from './deployment.ts'
import { parseDeployment } from './parse-deployment.ts'

/** Writes `<folder>/<chainId>.json` whole or not at all, and never one that could not be read again. */
export function writeDeployment(folder: string, deployment: Deployment): void {
  const text = `${JSON.stringify(deployment, null, 2)}\n`
  parseDeployment(text, deployment.chainId)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${deployment.chainId}.json`)
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}
