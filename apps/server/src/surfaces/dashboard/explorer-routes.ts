import {
  ExplorerAddressQuery,
  ExplorerAddressView,
  ExplorerCounterparties,
  ExplorerExpand,
  ExplorerFound,
  ExplorerName,
  ExplorerNameQuery,
  ExplorerPathQuery,
  ExplorerScoreQuery,
  ExplorerSearch,
  ExplorerTransactionQuery,
  ExplorerTransfers,
  ExplorerTransfersQuery,
  RiskExplanation,
  type Static,
  type TSchema,
} from '@touchstone/contract'
import { allows, findCases, requirePermission } from '@touchstone/kyc'
import {
  expandNode,
  explainRiskScore,
  fetchMore,
  fetchUntilOf,
  findCase,
  listCustomers,
  searchLedger,
  transfersBetween,
  viewAddress,
  viewName,
  viewPath,
  viewTransaction,
} from '@touchstone/kyt'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { type DashboardCall, dashboardServer } from './serve-dashboard.ts'

/** Routes for the explorer: search, addresses, counterparties, names, transactions and paths. */
export function addExplorerRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { kytReader } = services
  const callerOf = (owner: string) => ({ owner, fetchUntil: fetchUntilOf(kytReader.context) })

  function read<Body extends TSchema>(
    path: string,
    body: Body,
    answer: TSchema,
    handle: (
      body: Static<Body>,
      mchNo: string,
      call: DashboardCall<Static<Body>, undefined>,
    ) => Promise<object>,
  ): void {
    serve<Static<Body>>({
      method: 'POST',
      path: `/merchants/:mchNo/explorer${path}`,
      permission: 'risk.read',
      ...{ body, answer },
      handle: async (call) => await handle(call.body, call.mchNo ?? '', call),
    })
  }

  read('/search', ExplorerSearch, ExplorerFound, async ({ text }, mchNo, call) => {
    const sought = text.trim()
    const { role } = requirePermission(call.signedIn, 'risk.read', mchNo)
    const [found, transfers, customers, cases] = await Promise.all([
      searchLedger(kytReader, sought, callerOf(mchNo)),
      allows(role, 'people.read') ? findTransfer(services, mchNo, sought) : [],
      allows(role, 'people.read') ? findCustomer(services, mchNo, sought) : [],
      allows(role, 'cases.work') ? findCases(call.context, { mchNo, text: sought }) : [],
    ])
    return { ...found, transfers, customers, cases }
  })
  // Not a recorded question: the member asked about another address, from which this one was reached.
  read('/score', ExplorerScoreQuery, RiskExplanation, async (body, mchNo) =>
    explainRiskScore(kytReader, body, await kytReader.policyOf(mchNo), {
      ...{ owner: mchNo, isTimed: true },
    }),
  )
  read('/address', ExplorerAddressQuery, ExplorerAddressView, async (body, mchNo) =>
    viewAddress(kytReader, body, callerOf(mchNo)),
  )
  read('/fetch', ExplorerAddressQuery, ExplorerAddressView, async (body, mchNo) =>
    fetchMore(kytReader, body, callerOf(mchNo)),
  )
  read('/expand', ExplorerExpand, ExplorerCounterparties, async (body) => expandNode(kytReader, body))
  read('/name', ExplorerNameQuery, ExplorerName, async (body) => viewName(kytReader, body))
  read('/transaction', ExplorerTransactionQuery, ExplorerTransfers, async (body) =>
    viewTransaction(kytReader, body),
  )
  read('/transfers', ExplorerTransfersQuery, ExplorerTransfers, async (body) =>
    transfersBetween(kytReader, body),
  )
  read('/path', ExplorerPathQuery, ExplorerTransfers, async (body) => viewPath(kytReader, body))
}

async function findTransfer(
  { runtime }: Services,
  merchant: string,
  reference: string,
): Promise<Static<typeof ExplorerFound>['transfers']> {
  const found = await findCase(runtime.kyt, { merchant, reference })
  if (found === undefined) return []
  const { coin, address, decision } = found.transfer
  return [{ id: found.id, reference: found.transfer.reference, coin, address, decision }]
}

async function findCustomer({ runtime }: Services, merchant: string, customer: string) {
  const { customers } = await listCustomers(runtime.kyt, { merchant, customer })
  return customers.map(({ id, customer }) => ({ id, customer }))
}
