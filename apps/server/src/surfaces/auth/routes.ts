import { accessOperations } from '@touchstone/contract'
import { checkGrant, checkMeidBinding } from '@touchstone/kyc'
import { serveOperation } from '../../plugins/serve-operation.ts'
import type { Surface } from '../surface.ts'
import { allowAnyOrigin } from './allow-any-origin.ts'

export const auth: Surface = (app, services) => {
  const { accessDesk, tokenDesk, runtime } = services
  const { getAccessToken, checkGrant: grant, checkMeidBinding: meid } = accessOperations

  serveOperation(app, services, getAccessToken, async ({ input, access }) => {
    const mode = input.apiModePermission === 1 ? 'wallet' : 'email'
    return { accessToken: await tokenDesk.issue({ appId: access.merchant.mchNo, mode }) }
  })

  app.get('/.well-known/jwks.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return await tokenDesk.jwks()
  })

  app.register(async (open) => {
    allowAnyOrigin(open, [grant.path, meid.path])

    serveOperation(open, services, grant, async ({ input }) => {
      const access = await accessDesk.merchantByNo(input.appId)
      return await checkGrant(runtime.kyc, { ...input, access })
    })

    serveOperation(open, services, meid, async ({ input }) => {
      const access = await accessDesk.merchantByNo(input.mchNo)
      return await checkMeidBinding(runtime.kyc, { access, userAccount: input.userAccount })
    })
  })
}
