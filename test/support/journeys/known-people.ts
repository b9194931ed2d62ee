import { type Clock, silentLogger } from '@touchstone/common'
import { developmentKeys, openProver } from '@touchstone/credential'
import { createSsiWallet } from '@touchstone/credential/holder'
import { showUser } from '@touchstone/kyc'
import { openRuntime, readSettings } from '@touchstone/runtime'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createPasses } from '../../../packages/verification/src/testing/passes.ts'
import type { TestServer } from '../server.ts'
import type { TestSmtp } from '../smtp.ts'
import { createFrameCaller } from './frame-caller.ts'
import { authorizeByCalls, openByCalls, proveByCalls } from './walk-by-calls.ts'

export type KnownPeople = {
  /**
   * Creates a person who has the credential for this kind of program and has shared it for this account. In
   * the merchant's other programs, the person then only needs to consent for the same account, on any device.
   * Skips the document and face checks, and completes all other steps through API calls.
   */
  meet(who: {
    programNo: string
    kind: 'KYC' | 'MeID'
    account: string
    /** The chain of the account. Defaults to Polygon. */
    chainId?: string
    by: { email: string } | { wallet: PrivateKeyAccount }
  }): Promise<void>
  close(): Promise<void>
}

/** Opens a second node on the server's stores. The stores must be on a database server. */
export async function openKnownPeople(
  server: TestServer,
  smtp: TestSmtp,
  clock: Clock,
): Promise<KnownPeople> {
  const { url, demo, dataFolder, databaseUrl = '' } = server
  const env = { TOUCHSTONE_DATA: dataFolder, DATABASE_URL: databaseUrl, LEDGER_URL: 'off' }
  const settings = readSettings({ folder: dataFolder, env })
  const runtime = await openRuntime({ settings, clock, logger: silentLogger, skipMigrations: true })
  const passes = createPasses(runtime.verification)
  const prover = openProver({ keys: developmentKeys })
  return {
    async meet({ programNo, kind, account, chainId = '137', by }) {
      const caller = createFrameCaller(url)
      const device = await createSsiWallet()
      const mode = 'wallet' in by ? 1 : 0
      await openByCalls(caller, { url, demo, programNo, level: kind === 'MeID' ? 2 : 1, mode, chainId })
      await authorizeByCalls(caller, device, account)
      if ('wallet' in by) {
        const { id, request } = await caller.post('/login/wallet', { account })
        const signature = await by.wallet.signMessage(request as { message: string })
        await caller.post('/login/answer', { id, answer: { family: 'evm', signature } })
      } else {
        await caller.post('/login/email', { email: by.email })
        await caller.post('/login/code', { code: await smtp.code(by.email) })
      }
      const [person] = await showUser(runtime.kyc, { user: account, reveal: false })
      const journey = person?.journeys.find((each) => each.programNo === programNo)
      if (!journey) throw new Error('no such journey is in progress')
      await (kind === 'MeID' ? passes.alive(journey) : passes.identified(journey))
      await caller.look()
      await caller.post('/proof', { proof: await proveByCalls(caller, prover, device) })
      await caller.until('consent')
      await caller.post('/consent', { granted: true, account })
      await caller.until('done')
    },
    async close() {
      await prover.close()
      await runtime.close()
    },
  }
}
