import { Account } from '@aptos-labs/ts-sdk'
import { moveJourney } from '@touchstone/kyc'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { requestCode, submitCode } from '../../packages/verification/src/login/login-by-email.ts'
import {
  requestAddressSignature,
  submitAddressSignature,
} from '../../packages/verification/src/login/login-by-wallet.ts'
import { advance } from '../../packages/verification/src/pipeline/advance.ts'
import { nameAccounts } from '../../packages/verification/src/sessions/name-accounts.ts'
import { selectSession } from '../../packages/verification/src/sessions/session-store.ts'
import { switchChain } from '../../packages/verification/src/sessions/switch-chain.ts'
import { testDevice } from '../../packages/verification/src/testing/test-device.ts'
import { authorize } from '../../packages/verification/src/visits/authorize.ts'
import { viewOf } from '../../packages/verification/src/visits/view-of.ts'
import { type AccountWorld, createAccountWorld, walletOf } from '../support/account-world.ts'
import { onOneEngine } from '../support/engines.ts'

// Only the owner of a wallet can prove ownership of it, and on-chain results go to the account that the
// person agreed to.

const third = walletOf('3')

onOneEngine('server', 'ownership of an account’s wallet', (suite) => {
  let here: AccountWorld
  /** The authentication keys of the Aptos account on the networks for which a node is configured. */
  let aptosKeys: Record<string, string> = {}
  beforeAll(async () => {
    const aptosKey = async (chainId: string) => aptosKeys[chainId]
    here = await createAccountWorld(suite.database, { chains: { aptosKey } })
  })

  describe('wallet proof', () => {
    const owner = privateKeyToAccount(`0x${'42'.repeat(32)}`)
    const onChain = { checks: [], mintMode: 'on-chain-mint', chainId: '137' } as const

    test('requires a wallet signature for programs with on-chain results, regardless of the page’s settings', async () => {
      const shop = await here.place(onChain)
      expect(shop.program.walletProof).toBe('required')
      const session = await here.world.openAuthorized({
        at: shop,
        accounts: [owner.address],
        checkAddress: false,
      })
      await requestCode(here.world, session, { email: 'proves@example.com', ip: '10.9.0.1' })
      await submitCode(here.world, session, { code: here.world.mails.at(-1)?.code ?? '' })
      expect((await viewOf(here.world, session)).step).toEqual({
        name: 'check-address',
        account: owner.address.toLowerCase(),
      })
      expect(await here.status(shop, owner.address)).toBe('Not Started')

      const logged = await selectSession(journeyTablesOf(here.world), session.id)
      const { id, request } = await requestAddressSignature(here.world, logged, { account: owner.address })
      const message = 'message' in request ? String(request.message) : ''
      const signature = await owner.signMessage({ message })
      await submitAddressSignature(here.world, logged, { id, answer: { family: 'evm', signature } })
      expect((await viewOf(here.world, session)).step.name).toBe('document')
      expect(await here.status(shop, owner.address)).toBe('Verification Started')
    })

    test('rejects a wallet signature for another account', async () => {
      const shop = await here.place({ checks: [], walletProof: 'required' })
      const session = await here.world.openAuthorized({ at: shop, accounts: [owner.address] })
      await requestCode(here.world, session, { email: 'proves.two@example.com', ip: '10.9.0.2' })
      await submitCode(here.world, session, { code: here.world.mails.at(-1)?.code ?? '' })
      const logged = await selectSession(journeyTablesOf(here.world), session.id)
      const { id, request } = await requestAddressSignature(here.world, logged, { account: owner.address })
      const signature = await owner.signMessage({ message: String((request as { message: string }).message) })
      await submitAddressSignature(here.world, logged, { id, answer: { family: 'evm', signature } })
      const proven = await selectSession(journeyTablesOf(here.world), session.id)

      const swapped = await nameAccounts(here.world, proven, { accounts: [third] })
      await authorize(here.world, swapped, { account: third, ...(await testDevice(swapped, 'own')) })
      expect((await viewOf(here.world, session)).step).toEqual({ name: 'check-address', account: third })
      expect(await here.status(shop, third)).toBe('Not Started')
    })

    test('accepts a key’s signature on all chains of the same family', async () => {
      const shop = await here.place({ checks: [], walletProof: 'required' })
      const session = await here.world.openAuthorized({ at: shop, accounts: [owner.address] })
      await requestCode(here.world, session, { email: 'switches.chain@example.com', ip: '10.9.0.3' })
      await submitCode(here.world, session, { code: here.world.mails.at(-1)?.code ?? '' })
      const logged = await selectSession(journeyTablesOf(here.world), session.id)
      const { id, request } = await requestAddressSignature(here.world, logged, { account: owner.address })
      const signature = await owner.signMessage({ message: String((request as { message: string }).message) })
      await submitAddressSignature(here.world, logged, { id, answer: { family: 'evm', signature } })
      await switchChain(here.world, await selectSession(journeyTablesOf(here.world), session.id), {
        chainId: '8453',
      })
      const switched = await selectSession(journeyTablesOf(here.world), session.id)
      expect((await viewOf(here.world, switched)).step).toMatchObject({
        name: 'authorize',
        checkAddress: false,
      })
      await authorize(here.world, switched, {
        account: owner.address,
        ...(await testDevice(switched, 'own')),
      })
      expect((await viewOf(here.world, session)).step.name).toBe('document')
    })

    test('accepts a contract wallet’s signature only on the chain of that contract', async () => {
      const shop = await here.place({ checks: [], walletProof: 'required' })
      const session = await here.world.openAuthorized({ at: shop, accounts: [walletOf('5')] })
      await requestCode(here.world, session, { email: 'contract@example.com', ip: '10.9.0.4' })
      await submitCode(here.world, session, { code: here.world.mails.at(-1)?.code ?? '' })
      const current = () => selectSession(journeyTablesOf(here.world), session.id)
      const { id } = await requestAddressSignature(here.world, await current(), { account: walletOf('5') })
      await submitAddressSignature(here.world, await current(), {
        id,
        answer: { family: 'evm', signature: '0x01' },
      })
      expect((await viewOf(here.world, session)).step.name).toBe('document')
      await switchChain(here.world, await current(), { chainId: '8453' })
      expect((await viewOf(here.world, session)).step).toMatchObject({
        name: 'authorize',
        checkAddress: true,
      })
      const device = await testDevice(session, 'own')
      await authorize(here.world, await current(), { account: walletOf('5'), ...device })
      expect((await viewOf(here.world, session)).step.name).toBe('check-address')
      expect(await here.status(shop, walletOf('5'), '8453')).toBe('Not Started')
    })

    test('rejects an Aptos key that has been rotated out, and accepts the current key', async () => {
      const [old, current] = [Account.generate(), Account.generate()]
      const address = old.accountAddress.toStringLong()
      const shop = await here.place({ checks: [], walletProof: 'required', chainId: 'aptos-1' })
      const prove = async (by: Account, chainId: string, ip: string) => {
        const session = await here.world.openAuthorized({ at: shop, chainId, accounts: [address] })
        here.world.clock.advance(61_000)
        await requestCode(here.world, session, { email: 'rotated@example.com', ip })
        await submitCode(here.world, session, { code: here.world.mails.at(-1)?.code ?? '' })
        const logged = await selectSession(journeyTablesOf(here.world), session.id)
        const { id, request } = await requestAddressSignature(here.world, logged, { account: address })
        const { fullMessage } = request as Extract<typeof request, { family: 'aptos' }>
        const signature = by.sign(Buffer.from(fullMessage, 'utf8')).toString()
        const answer = { family: 'aptos', publicKey: by.publicKey.toString(), signature }
        await submitAddressSignature(here.world, logged, { id, answer })
        return (await viewOf(here.world, session)).step.name
      }
      const keyOf = (account: Account) => account.publicKey.authKey().toString()
      const refused = { code: 'login.signature-wrong' }
      aptosKeys = { 'aptos-1': keyOf(current), 'aptos-2': keyOf(old) }
      await expect(prove(old, 'aptos-1', '10.9.1.1')).rejects.toMatchObject(refused)
      // An account is the same account on both networks, so a key that is current only on the test network
      // proves nothing.
      await expect(prove(old, 'aptos-2', '10.9.1.2')).rejects.toMatchObject(refused)
      expect(await prove(current, 'aptos-1', '10.9.1.3')).toBe('document')

      aptosKeys = {}
      const unchecked = { code: 'login.wallet-unchecked' }
      await expect(prove(old, 'aptos-1', '10.9.1.4')).rejects.toMatchObject(unchecked)
    })

    test('rejects, on the first page, an account that cannot sign', async () => {
      const shop = await here.place(onChain)
      const opened = await here.world.open({ at: shop })
      const named = await nameAccounts(here.world, opened.session, { accounts: ['ada@example.com'] })
      expect((await viewOf(here.world, named)).step).toMatchObject({
        name: 'authorize',
        problem: 'evm-wallet-needed',
        needs: ['signMessage'],
      })
      const device = await testDevice(named, 'own')
      const refused = authorize(here.world, named, { account: 'ada@example.com', ...device })
      await expect(refused).rejects.toMatchObject({ code: 'account.evm-wallet-needed' })
    })
  })

  describe('the merchant’s chain', () => {
    const onChain = {
      checks: [],
      mintMode: 'on-chain-mint',
      chainId: '137',
      walletProof: 'when-asked',
    } as const

    test('grants the result to the account that the person agreed to, not to the account that a page named last', async () => {
      const shop = await here.place(onChain)
      const session = await here.visit(shop, 'minted@example.com', walletOf('d'))
      await here.walks.identified(session)
      await here.walks.minted(session)
      // An attacker opens another page for this person and names a wallet without the person's consent.
      await here.visit(shop, 'minted@example.com', walletOf('e'))
      await here.walks.settled()
      await advance(here.world, session.journeyId)
      expect(here.chain.granted).toContain(walletOf('d'))
      expect(here.chain.granted).not.toContain(walletOf('e'))
      expect(await here.status(shop, walletOf('d'))).toBe('OnChain Minted')
      expect(await here.status(shop, walletOf('e'))).toBe('SBT Minted')
      await here.agree(session, walletOf('d'))
      expect(await here.isGrant(shop, walletOf('d'))).toBe(true)
    })

    test('grants the result to an additional account only after the chain has recorded the grant', async () => {
      const shop = await here.place(onChain)
      const session = await here.visit(shop, 'further@example.com', walletOf('d'))
      await here.walks.identified(session)
      await here.walks.minted(session)
      await advance(here.world, session.journeyId)
      await here.agree(session, walletOf('d'))
      here.chain.granted.length = 0
      const other = await here.visit(shop, 'further@example.com', walletOf('f'))
      expect(here.chain.granted).toEqual([])
      here.chain.isUp = false
      await here.agree(other, walletOf('f'))
      await here.walks.settled()
      expect(await here.walks.stepOf(other)).toMatchObject({ name: 'working' })
      expect(await here.isGrant(shop, walletOf('f'))).toBe(false)
      here.chain.isUp = true
      await advance(here.world, other.journeyId)
      expect(here.chain.granted).toContain(walletOf('f'))
      expect(await here.isGrant(shop, walletOf('f'))).toBe(true)
      expect(await here.status(shop, walletOf('f'))).toBe('KYC Passed')
      expect(await here.walks.stepOf(other)).toMatchObject({ name: 'done' })
    })

    test('does not replace a wallet that has approved its own transaction', async () => {
      const transactional = {
        ...{ kind: 'PoAI', checks: [], rules: {}, chainId: '8453' },
        mintMode: 'on-chain-transactional',
      } as const
      const fund = await here.place(transactional)
      expect(fund.program.walletProof).toBe('required')
      const session = await here.visit(fund, 'fund@example.com', walletOf('d'), { chainId: '8453' })
      // The transaction itself proves who owns the wallet, so no separate signature is required.
      expect(await here.walks.stepOf(session)).toMatchObject({ name: 'investor' })
      await here.walks.accredited(session)
      await here.walks.minted(session)
      const token = { chainId: '8453', tokenId: '9' }
      const { journeyId } = session
      await moveJourney(here.world.kyc, { journeyId, to: 'OnChain Minted', actor: 'server', token })
      await here.agree(session, walletOf('d'))
      const other = await here.visit(fund, 'fund@example.com', walletOf('e'), { chainId: '8453' })
      expect(await here.walks.stepOf(other)).toMatchObject({
        name: 'consent',
        bound: { account: '0xdd…dd', movableAt: null },
      })
      await expect(here.agree(other, walletOf('e'), true)).rejects.toMatchObject({
        code: 'account.bound-on-chain',
      })
    })
  })
})
