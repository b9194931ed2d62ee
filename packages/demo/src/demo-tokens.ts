import { type CredentialKind, type MintOrder, mintSteps, runMintStep } from '@touchstone/chain'
import { OperatorError } from '@touchstone/common'
import type { Program } from '@touchstone/kyc'
import { homeChainId, type Runtime } from '@touchstone/runtime'
import { personOnChain, programOnChain, registerOnChain } from '@touchstone/verification'
import type { DemoWalk } from './demo-plan.ts'

/** Mints the tokens of the demo users on the local development chain. */
export type DemoTokens = {
  /** Requests the token on the home chain without waiting for it. */
  ask(walk: DemoWalk, svcId: string): Promise<void>
  /** Waits until the token that belongs to a status is final, and returns the token. */
  minted(walk: DemoWalk, svcId: string, status: string): Promise<{ chainId: string; tokenId: string }>
}

const validForSeconds = 365 * 24 * 60 * 60

export function createDemoTokens(runtime: Runtime, mchNo: string): DemoTokens {
  const asked = new Map<Program, Promise<void>>()
  /**
   * Registers each program once on the chain, because the contracts check the program's rules before they
   * grant access.
   */
  const ensureRegistered = (program: Program) => {
    const asking =
      asked.get(program) ?? registerOnChain(runtime.verification, { program, merchant: { mchNo } })
    asked.set(program, asking)
    return asking
  }

  const orderOf = (walk: DemoWalk, svcId: string): MintOrder => {
    const { kind, cooperator } = programOnChain(mchNo, walk.program)
    return {
      person: personOnChain(runtime.vault, svcId),
      kind: kind satisfies CredentialKind,
      validUntil: Math.floor(walk.startsAt / 1000) + validForSeconds,
      ssiWallet: walk.ssiWallet as `0x${string}`,
      wallet: (walk.account.kind === 'wallet' ? walk.account.value : walk.ssiWallet) as `0x${string}`,
      cooperator,
    }
  }

  return {
    async ask(walk, svcId) {
      const { development } = await runtime.chains.open(homeChainId)
      if (!development) throw notHere()
      const { ssiWallet: to, ...order } = orderOf(walk, svcId)
      const { person, kind, validUntil } = order
      const minter = await runtime.chains.minter(homeChainId)
      await minter.requestMint({ person, to, kind, validUntil })
    },

    async minted(walk, svcId, status) {
      const { program } = walk
      const order = orderOf(walk, svcId)
      const [first, ...further] = mintSteps(program.mintMode, { home: homeChainId, chain: program.chainId })
      let chainId = homeChainId
      let tokenId: bigint | undefined
      for (const step of status === 'OnChain Minted' ? [first, ...further] : [first]) {
        if (!step) continue
        if (step.step === 'grant') await ensureRegistered(program)
        const minter = await runtime.chains.minter(step.chain)
        const made = await runMintStep({ step, order, minter, ...(tokenId !== undefined && { tokenId }) })
        if (made === undefined) continue
        chainId = step.chain
        tokenId = made
      }
      if (tokenId === undefined) throw new Error('no mint step created a token')
      return { chainId, tokenId: String(tokenId) }
    },
  }
}

function notHere(): OperatorError {
  return new OperatorError({
    code: 'demo.real-chain',
    message:
      'The demo mints tokens only on a local development chain, but CHAIN_RPC sets a node for chain 137.',
    remedy: 'Set TOUCHSTONE_DEMO=off, or remove chain 137 from CHAIN_RPC.',
  })
}
