import { type AccountState, notConfigured, readAccount } from '@touchstone/chain'
import { InputError, selectMerchantById, selectProgramByNo, tablesOf } from '@touchstone/kyc'
import { programOnChain } from '@touchstone/verification'
import { isAddress } from 'viem'
import { type ChainStatusView, type ContractView, chainStatus } from '../../chains/chain-status.ts'
import { deployContracts } from '../../chains/deploy-contracts.ts'
import { homeChainId } from '../../settings/chain-settings.ts'
import type { Command } from '../command.ts'

export const chainStatusCommand: Command<{ chainId?: string }, ChainStatusView[]> = ({ chains }, input) =>
  chainStatus(chains, input.chainId)

export type ChainDeployInput = {
  chainId?: string
  admin?: string
  adminDelaySeconds?: number
  /** Deploys new contracts even if contracts are already deployed. */
  again?: boolean
}

export type ChainDeployReport = {
  chainId: string
  /** False if the contracts already existed and no transaction was sent. */
  deployed: boolean
  file: string
  contracts: Pick<ContractView, 'name' | 'address'>[]
}

export const chainDeploy: Command<ChainDeployInput, ChainDeployReport> = async (
  runtime,
  { chainId = homeChainId, admin, adminDelaySeconds, again = false },
  progress,
  signal,
) => {
  if (admin !== undefined && !isAddress(admin)) throw new InputError('admin', 'must be an EVM address')
  const chain = await runtime.chains.open(chainId)
  const existing = again ? undefined : chain.deployment()
  const deployment =
    existing ??
    (await deployContracts(runtime, chain, {
      progress,
      signal,
      ...(admin && { admin }),
      ...(adminDelaySeconds !== undefined && { adminDelaySeconds }),
    }))
  return {
    chainId,
    deployed: existing === undefined,
    file: `${runtime.settings.chain.deployments}/${chainId}.json`,
    contracts: Object.entries(deployment.contracts).map(([name, { address }]) => ({ name, address })),
  }
}

export type AccountOnChainView = {
  chainId: string
  block: number
  /** The contract that requests the verification. */
  verifier: string
  cooperator: string
  account: string
  verified: boolean
  hasApproved: boolean
  /** A sentence that explains the result. */
  reason: string
  questions?: { kind: string; version: number; hash: string }
  /** Whether the requirements in the contract match the program's requirements. */
  asksTheSame: boolean
  approval?: { by: string; validUntil: string; version: number; revoked: boolean; suspendedUntil?: string }
  token?: {
    tokenId: string
    holder?: string
    kinds: { kind: string; validUntil: string; valid: boolean; revoked: boolean }[]
  }
}

/** Returns the answer that a contract would receive about an account, with the reason. */
export const chainVerifyAccount: Command<
  { programNo: string; account: string; chainId?: string },
  AccountOnChainView
> = async (runtime, input) => {
  const db = tablesOf(runtime.kyc)
  const program = await selectProgramByNo(db, input.programNo)
  if (!program) throw new InputError('program', 'is not known')
  if (!isAddress(input.account)) throw new InputError('account', 'must be an EVM address')
  const { mchNo } = await selectMerchantById(db, program.merchantId)
  const onChain = programOnChain(mchNo, program)
  const chain = await runtime.chains.open(input.chainId ?? program.chainId)
  const deployment = chain.deployment()
  if (!deployment) throw notConfigured(chain.id, 'deployment')
  const { cooperator } = onChain
  const state = await readAccount(chain.queue.client, deployment, { cooperator, user: input.account })
  return {
    chainId: chain.id,
    block: Number(state.blockNumber),
    verifier: deployment.contracts.SvcVerifier.address,
    cooperator,
    account: input.account,
    asksTheSame: String(state.questionSet?.questions ?? '') === onChain.questions.hash,
    ...viewOf(state),
  }
}

function viewOf({ verified, hasApproved, reason, questionSet, approval, token }: AccountState) {
  return {
    verified,
    hasApproved,
    reason,
    ...(questionSet && {
      questions: {
        kind: questionSet.kind,
        version: questionSet.version,
        hash: String(questionSet.questions),
      },
    }),
    ...(approval && {
      approval: {
        by: approval.by,
        validUntil: timeOf(approval.validUntil),
        version: approval.version,
        revoked: approval.handleRevoked,
        ...(approval.suspendedUntil > 0 && { suspendedUntil: timeOf(BigInt(approval.suspendedUntil)) }),
      },
    }),
    ...(token && {
      token: {
        tokenId: String(token.tokenId),
        ...(token.holder && { holder: token.holder }),
        kinds: token.kinds.map(({ kind, validUntil, valid, revoked }) => ({
          kind,
          validUntil: timeOf(validUntil),
          valid,
          revoked,
        })),
      },
    }),
  }
}

const timeOf = (seconds: bigint) => new Date(Number(seconds) * 1000).toISOString()
