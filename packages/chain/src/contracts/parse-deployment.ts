import { OperatorError } from '@touchstone/common'
import { isAddress } from 'viem'
import { credentialKinds } from './credential-kinds.ts'
import type { ContractName, DeployedContract, Deployment } from './deployment.ts'

const expected: Readonly<Record<string, ContractName>> = {
  SvcSBT: 'SvcSBT',
  SvcVerifier: 'SvcVerifier',
  ...Object.fromEntries(
    Object.keys(credentialKinds).map((kind) => [`SvcProofVerifier:${kind}`, 'SvcProofVerifier' as const]),
  ),
}

/** Parses a deployment strictly, because tokens minted at a wrong address cannot be recovered. */
export function parseDeployment(text: string, chainId: number): Deployment {
  const { format, chainId: written, contracts, ...rest } = record(parseJson(text), 'The file')
  if (format !== 1) throw broken('The field "format" must be 1.')
  if (written !== chainId) throw broken('The chain ID in the file differs from the file name.')
  refuseMore(rest, 'The file')
  const named = record(contracts, '"contracts"')
  const parsed = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, parseContract(name, value)] as const),
  )
  const { SvcSBT, SvcVerifier } = parsed
  if (!SvcSBT || !SvcVerifier) throw broken('SvcSBT or SvcVerifier is missing.')
  return { format: 1, chainId, contracts: { ...parsed, SvcSBT, SvcVerifier } }
}

function parseContract(name: string, value: unknown): DeployedContract {
  const { contract, address, transactionHash, blockNumber, compiler, sourceHash, ...rest } = record(
    value,
    name,
  )
  refuseMore(rest, name)
  const expectedContract = expected[name]
  if (!expectedContract || contract !== expectedContract)
    throw broken(`The entry ${name} is unknown or specifies the wrong contract.`)
  if (typeof address !== 'string' || !isAddress(address)) throw broken(`The address of ${name} is invalid.`)
  if (typeof blockNumber !== 'number' || !Number.isSafeInteger(blockNumber) || blockNumber < 0) {
    throw broken(`The block number of ${name} is invalid.`)
  }
  if (typeof compiler !== 'string') throw broken(`The compiler of ${name} is missing.`)
  if (!matches(sourceHash, /^[0-9a-f]{64}$/)) throw broken(`The source hash of ${name} is invalid.`)
  if (!isHash(transactionHash)) throw broken(`The transaction hash of ${name} is invalid.`)
  return { contract: expectedContract, address, transactionHash, blockNumber, compiler, sourceHash }
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw broken(`${what} is not an object.`)
}

function refuseMore(rest: Record<string, unknown>, what: string): void {
  const [more] = Object.keys(rest)
  if (more !== undefined) throw broken(`${what} has an unknown field "${more.slice(0, 40)}".`)
}

function matches(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value)
}

function isHash(value: unknown): value is `0x${string}` {
  return matches(value, /^0x[0-9a-f]{64}$/)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw broken('The file is not valid JSON.')
  }
}

function broken(reason: string): OperatorError {
  return new OperatorError({
    code: 'chain.deployment-broken',
    message: `Invalid deployment file. ${reason}`,
    remedy:
      'Restore the file from a backup, or deploy the contracts again with "npx touchstone chain deploy".',
  })
}
