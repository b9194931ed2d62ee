import { Readable } from 'node:stream'
import { explorerLink, findChainEntry } from '@touchstone/chain'
import {
  Done,
  EndRelation,
  PeopleExport,
  PeoplePage,
  PeopleSearch,
  Person,
  ShowPerson,
  type Static,
} from '@touchstone/contract'
import { exportPeople, searchPeople, showPerson } from '@touchstone/kyc'
import { endingsInForce, endRelationship, forgetForMerchant, liftEnding } from '@touchstone/verification'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { changedBy } from './changed-by.ts'
import { dashboardServer, done } from './serve-dashboard.ts'

/**
 * Routes for the people in a merchant's programs. Accounts are personal data, so they are sent in request
 * bodies and not in URLs.
 */
export function addPeopleRoutes(app: FastifyInstance, services: Services): void {
  const { verification } = services.runtime
  const base = '/merchants/:mchNo/people'
  const serve = dashboardServer(app, services)

  serve<Static<typeof PeopleSearch>>({
    method: 'POST',
    path: `${base}/search`,
    permission: 'people.read',
    body: PeopleSearch,
    answer: PeoplePage,
    handle: async ({ context, mchNo = '', body }) => await searchPeople(context, { ...body, mchNo }),
  })
  serve<Static<typeof PeopleExport>>({
    method: 'POST',
    path: `${base}/export`,
    permission: 'people.read',
    body: PeopleExport,
    async handle(call) {
      const pieces = await exportPeople(
        call.context,
        { ...call.body, mchNo: call.mchNo ?? '' },
        changedBy(call),
      )
      call.reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="people.csv"')
      return Readable.from(pieces)
    },
  })
  serve<Static<typeof ShowPerson>>({
    method: 'POST',
    path: `${base}/show`,
    permission: 'people.read',
    body: ShowPerson,
    answer: Person,
    async handle({ context, mchNo = '', body }) {
      const which = { mchNo, svcId: body.svcId }
      const explorer = (chainId: string, address: string) => explorerOf(services, chainId, address)
      const endings = await endingsInForce(verification, which)
      return { ...(await showPerson(context, which, explorer)), endings }
    },
  })
  serve<Static<typeof EndRelation>>({
    method: 'POST',
    path: `${base}/end`,
    permission: 'people.end',
    body: EndRelation,
    answer: Done,
    async handle(call) {
      await endRelationship(verification, { ...call.body, mchNo: call.mchNo ?? '' }, changedBy(call))
      return done
    },
  })
  serve<Static<typeof ShowPerson>>({
    method: 'POST',
    path: `${base}/lift-ending`,
    permission: 'people.end',
    body: ShowPerson,
    answer: Done,
    async handle(call) {
      await liftEnding(verification, { ...call.body, mchNo: call.mchNo ?? '' }, changedBy(call))
      return done
    },
  })
  serve<Static<typeof ShowPerson>>({
    method: 'POST',
    path: `${base}/forget`,
    permission: 'people.forget',
    body: ShowPerson,
    answer: Done,
    async handle(call) {
      const which = { mchNo: call.mchNo ?? '', svcId: call.body.svcId }
      await forgetForMerchant(verification, which, changedBy(call))
      return done
    },
  })
}

/**
 * Links to an explorer only for chains with a configured node. The development chain uses the ID of a real
 * chain, but no explorer shows its transactions.
 */
function explorerOf({ runtime }: Services, chainId: string, address: string): string | null {
  const chain = runtime.settings.chain.nodes.has(chainId) ? findChainEntry(chainId) : undefined
  return chain?.family === 'evm' ? explorerLink(chain, 'address', address) : null
}
