import {
  ExplorerAddressQuery,
  ExplorerAddressView,
  ExplorerCounterparties,
  ExplorerExpand,
  ExplorerFound,
  ExplorerName,
  ExplorerNameQuery,
  ExplorerPathQuery,
  ExplorerSearch,
  ExplorerTransactionQuery,
  ExplorerTransfers,
  ExplorerTransfersQuery,
  ServiceError,
  type Static,
  type TSchema,
} from '@touchstone/contract'
import {
  expandNode,
  fetchMore,
  fetchUntilOf,
  getTransfer,
  listTransfers,
  searchLedger,
  transfersBetween,
  viewAddress,
  viewName,
  viewPath,
  viewTransaction,
} from '@touchstone/kyt'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { dashboardServer } from './serve-dashboard.ts'

/** Routes for the explorer: search, addresses, counterparties, names, transactions and paths. */
export function addExplorerRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { kytReader } = services
  const callerOf = (owner: string) => ({ owner, fetchUntil: fetchUntilOf(kytReader.context) })

  function read<Body extends TSchema>(
    path: string,
    body: Body,
    answer: TSchema,
    handle: (body: Static<Body>, mchNo: string) => Promise<object>,
  ): void {
    serve<Static<Body>>({
      method: 'POST',
      path: `/merchants/:mchNo/explorer${path}`,
      permission: 'risk.read',
      ...{ body, answer },
      handle: async ({ mchNo = '', body }) => await handle(body, mchNo),
    })
  }

  read('/search', ExplorerSearch, ExplorerFound, async ({ text }, mchNo) => {
    const sought = text.trim()
    const [found, transfers, customers] = await Promise.all([
      searchLedger(kytReader, sought, callerOf(mchNo)),
      findTransfer(services, mchNo, sought),
      findCustomer(services, mchNo, sought),
    ])
    return { ...found, transfers, customers }
  })
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
  try {
    const { transfer } = await getTransfer(runtime.kyt, { merchant, reference })
    const { coin, address, decision } = transfer
    return [{ reference: transfer.reference, coin, address, decision }]
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'unknownTransfer') return []
    throw error
  }
}

async function findCustomer({ runtime }: Services, merchant: string, customer: string) {
  const {
    transfer_list: [first],
  } = await listTransfers(runtime.kyt, { merchant, customer })
  return first === undefined ? [] : [{ customer: first.customer }]
}
