import { eventOperations, kycOperations } from '@touchstone/contract'
import { eventsAfter, getAccreditedInvestor, getAddressProof, getKycResult, listUsers } from '@touchstone/kyc'
import { serveOperation } from '../../plugins/serve-operation.ts'
import type { Surface } from '../surface.ts'
import { kytRoutes } from './kyt-routes.ts'

export const adminGateway: Surface = (app, services) => {
  kytRoutes(app, services)
  const { accessService, runtime } = services
  const { kyc } = runtime

  serveOperation(app, services, kycOperations.getUsersList, async ({ input, access }) => {
    const program = await accessService.programOf(access, input.programNo, ['KYC', 'MeID'])
    return await listUsers(kyc, { program, page: input.page })
  })

  serveOperation(app, services, kycOperations.queryKycResult, async ({ input, access }) => {
    const program = await accessService.programOf(access, input.programNo, ['KYC', 'MeID'])
    return await getKycResult(kyc, { program, account: input.account, chainId: input.chainId })
  })

  serveOperation(app, services, kycOperations.queryAddressProof, async ({ input, access }) => {
    const program = await accessService.programOf(access, input.programNo, ['PoA'])
    return await getAddressProof(kyc, { program, account: input.account })
  })

  serveOperation(app, services, kycOperations.queryAccreditedInvestor, async ({ input, access }) => {
    const program = await accessService.programOf(access, input.programNo, ['PoAI'])
    return await getAccreditedInvestor(kyc, { program, account: input.account, chainId: input.chainId })
  })

  serveOperation(app, services, eventOperations.listEvents, async ({ input, access }) => {
    const { cursor = '', types, start_timestamp: from, end_timestamp: until, limit = 50 } = input
    const { events, more } = await eventsAfter(kyc, {
      ...{ merchant: access.merchant.mchNo, types, after: Number(cursor), limit },
      ...{ from: timeOf(from), until: timeOf(until) },
    })
    return {
      event_list: events.map(({ event }) => event),
      next_cursor: String(events.at(-1)?.seq ?? cursor),
      has_more: more,
    }
  })
}

/** The latest time that the database can compare with. */
const latest = Date.UTC(9999, 11, 31)

function timeOf(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(Math.min(seconds * 1000, latest))
}
