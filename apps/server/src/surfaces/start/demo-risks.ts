import type { Demo } from '@touchstone/demo'
import { getRiskScore } from '@touchstone/kyt'
import type { DemoAddress } from '../../pages/index.ts'
import type { Services } from '../../plugins/services.ts'

/** The page waits no longer than this: what comes later is remembered by the desk, and shown the next time. */
const longestWaitMs = 2000

/** The demo addresses with their scores, as the demo merchant is told them; without, where the ledger does not answer. */
export async function demoRisks({ kytDesk }: Services, { file }: Demo): Promise<DemoAddress[]> {
  const riskOf = async (asked: { coin: string; address: string }): Promise<DemoAddress['risk']> => {
    try {
      const { score, risk_level: level } = await getRiskScore(
        kytDesk,
        asked,
        await kytDesk.policyOf(file.mchNo),
      )
      return { score, level }
    } catch {
      return undefined
    }
  }
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), longestWaitMs)
  })
  const addresses = await Promise.all(
    file.addresses.map(async ({ coin, address, what }) => ({
      coin,
      address,
      what,
      risk: await Promise.race([riskOf({ coin, address }), tooLong]),
    })),
  )
  clearTimeout(timer)
  return addresses
}
