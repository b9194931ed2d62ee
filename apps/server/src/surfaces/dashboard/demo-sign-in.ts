import { ServiceError } from '@touchstone/contract'
import { signInToDemo } from '@touchstone/kyc'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import type { StartPageSource } from '../start/start-page.ts'
import { setCookie } from './cookies.ts'
import { countNetwork } from './count-network.ts'
import { done } from './serve-dashboard.ts'

/** Opens the demo merchant to whoever reaches the start page, which shows its API key anyway. Without the demo it is not there. */
export function addDemoSignIn(app: FastifyInstance, services: Services, start: StartPageSource): void {
  app.post('/sign-in/demo', { schema: { hide: true } }, async (request, reply) => {
    request.trail.operation = 'dashboard/sign-in/demo'
    await countNetwork(services, request.ip, reply)
    const browser = request.headers['user-agent'] ?? ''
    const session = start.demo && (await signInToDemo(services.runtime.kyc, { ip: request.ip, browser }))
    if (!session) throw new ServiceError('noSuchPath')
    setCookie(services, reply, 'session', session.token)
    return done
  })
}
