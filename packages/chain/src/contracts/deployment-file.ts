import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import type { Deployment } from './deployment.ts'
import { parseDeployment } from './parse-deployment.ts'

/** Reads a chain's deployment from the deployments folder. Returns undefined if the chain has no file. */
export function readDeployment(folder: string, chainId: number): Deployment | undefined {
  let text: string
  try {
    text = readFileSync(join(folder, `${chainId}.json`), 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new OperatorError({
      code: 'chain.deployment-unreadable',
      message: `Can't read ${chainId}.json in the deployments folder.`,
      remedy: "Give the service's account read access to the file.",
      cause,
    })
  }
  return parseDeployment(text, chainId)
}

/** Validates the deployment and writes `<folder>/<chainId>.json` atomically. */
export function writeDeployment(folder: string, deployment: Deployment): void {
  const text = `${JSON.stringify(deployment, null, 2)}\n`
  parseDeployment(text, deployment.chainId)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${deployment.chainId}.json`)
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}
