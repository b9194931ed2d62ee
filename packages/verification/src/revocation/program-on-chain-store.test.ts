import { loadJourney, moveJourney, updateProgram } from '@touchstone/kyc'
import { expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { createMerchantWithProgram } from '../../../../test/support/kyc-world.ts'
import { walkTo } from '../../../../test/support/walk.ts'
import { journeyTablesOf } from '../context.ts'
import { createSessionWorld } from '../testing/session-world.ts'
import { selectWalletsOnChain } from './program-on-chain-store.ts'

onBothEngines('wallets that contracts could have recorded', (suite) => {
  test('includes the chain of every attempt, but not the chains of program versions that have no attempt', async () => {
    const world = await createSessionWorld(suite.database)
    const kyc = { ...world.kyc, clock: world.clock }
    const made = await createMerchantWithProgram(kyc, { mintMode: 'on-chain-mint', chainId: '137' })
    const { programNo } = made.program
    const login = 'mover@example.com'
    const accounts = [{ kind: 'wallet' as const, chainId: '137', value: `0x${'1'.repeat(40)}` }]
    const { journeyId } = await walkTo(kyc, made.program, { login, accounts, to: 'OnChain Minted' })
    const failed = { to: 'Verification Failed', actor: 'test', reasonCode: 'journey.abandoned' }
    await moveJourney(kyc, { journeyId, ...failed })

    // Nobody has begun a journey with the second version. The third version sends nothing to the merchant's
    // chain.
    await updateProgram(kyc, { programNo, chainId: '1' })
    const moved = await updateProgram(kyc, { programNo, chainId: '8453' })
    await walkTo(kyc, moved, { login, accounts, to: 'OnChain Minted' })
    await updateProgram(kyc, { programNo, mintMode: 'cross-chain' })

    const { personId } = (await loadJourney(kyc, journeyId))?.journey ?? { personId: 0 }
    const wallets = await selectWalletsOnChain(journeyTablesOf(world), { personId })
    expect(wallets.map(({ chainId, journeyId }) => [chainId, journeyId])).toEqual([
      ['137', journeyId],
      ['8453', journeyId],
    ])
  })
})
