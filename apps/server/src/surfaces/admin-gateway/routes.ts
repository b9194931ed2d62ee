import { kycOperations } from '@touchstone/contract'
import { getAccreditedInvestor, getAddressProof, getKycResult, listUsers } from '@touchstone/kyc'
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
}
