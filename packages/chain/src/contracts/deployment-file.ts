import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import type { Deployment } from './deployment.ts'
import { parseDeployment } from './parse-deployment.ts'

/** What stands on a chain, by the folder of deployments; nothing when no file tells. */
export function readDeployment(folder: string, chainId: number): Deployment | undefined {
  let text: string
  try {
    text = readFileSync(join(folder, `${chainId}.json`), 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new OperatorError({
      code: 'chain.deployment-unreadable',
      message: `The file ${chainId}.json in the folder of deployments can't be read.`,
      remedy: 'Let the account of the service read it.',
      cause,
    })
  }
  return parseDeployment(text, chainId)
}

/** Writes `<folder>/<chainId>.json` whole or not at all, and never one that could not be read again. */
export function writeDeployment(folder: string, deployment: Deployment): void {
  const text = `${JSON.stringify(deployment, null, 2)}\n`
  parseDeployment(text, deployment.chainId)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${deployment.chainId}.json`)
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}
