import { Coverage } from '../operations/kyt.ts'
import { coverageStates } from '../risk-levels.ts'
import { riskClasses } from '../risk-policy.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { customerTransferDecisions } from '../transfer-rules.ts'
import { Count } from './parts.ts'

const address = Type.String({ minLength: 1, maxLength: 256 })
const network = Type.String({ minLength: 1, maxLength: 32 })
const coin = Type.String({ minLength: 1, maxLength: 64 })
const txid = Type.String({ minLength: 1, maxLength: 256 })
const name = Type.String({ minLength: 1, maxLength: 256 })
const seconds = Type.Integer({ minimum: 0, maximum: 4_294_967_295 })
/** Exact decimal amount of a coin. */
const Amount = Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' })
/** Value in USD with six decimals. Null if the coin has no price. */
const Usd = nullable(Type.String({ pattern: '^[0-9]+\\.[0-9]{6}$' }))
const seen = nullable(Type.Integer({ minimum: 0 }))

/** What labels say about an address. */
export const ExplorerKnown = Type.Object({
  name: Type.String(),
  category: Type.String(),
  class: oneOf([...riskClasses, 'none']),
})
export type ExplorerKnown = Static<typeof ExplorerKnown>

/** An address with what it is known as. The address is empty for minted or burnt coins. */
export const ExplorerAddress = Type.Object({
  network: Type.String(),
  address: Type.String(),
  known: nullable(ExplorerKnown),
  /** How much of the history of the address the ledger contains. */
  state: oneOf(coverageStates),
})
export type ExplorerAddress = Static<typeof ExplorerAddress>

/** Transfers in one coin, summed. */
export const ExplorerFlow = Type.Object({
  coin: Type.String(),
  amount: Amount,
  usd: Usd,
  count: Count,
  /** Times of the first and the last transfer in Unix seconds. Null if they were not read. */
  first: seen,
  last: seen,
})
export type ExplorerFlow = Static<typeof ExplorerFlow>

/** Request to search for an address, a transaction, a name, a customer or a transfer. */
export const ExplorerSearch = Type.Object({ text: Type.String({ minLength: 1, maxLength: 256 }) })
/** What a text can mean, in the networks that have data. */
export const ExplorerFound = Type.Object({
  /** One entry for each network on which the text is an address. Entries with data come first. */
  addresses: Type.Array(
    Type.Object({
      ...ExplorerAddress.properties,
      transfers: Count,
      /** Whether a source can fetch the history of the address. */
      canFetch: Type.Boolean(),
    }),
  ),
  transactions: Type.Array(
    Type.Object({
      network: Type.String(),
      txid: Type.String(),
      time: Count,
      transfers: Count,
      /** Coins of the transfers. */
      coins: Type.Array(Type.String()),
    }),
  ),
  names: Type.Array(
    Type.Object({
      ...ExplorerKnown.properties,
      /** Number of addresses, at most `mostCountedAddresses`. */
      addresses: Count,
    }),
  ),
  /** `id` is the id in the link to the customer's page. */
  customers: Type.Array(Type.Object({ id: Type.String(), customer: Type.String() })),
  /** Cases, if the member can work on cases. */
  cases: Type.Array(
    Type.Object({
      number: Type.Integer(),
      title: Type.String(),
      status: oneOf(['open', 'closing', 'closed']),
    }),
  ),
  transfers: Type.Array(
    Type.Object({
      /** The number in the link to the transfer's page. */
      id: Count,
      reference: Type.String(),
      coin: Type.String(),
      address: Type.String(),
      decision: oneOf(customerTransferDecisions),
    }),
  ),
})
export type ExplorerFound = Static<typeof ExplorerFound>
/** Addresses of a name are counted up to this number. */
export const mostCountedAddresses = 1000

/** Request for an address. `coin` can be given instead of `network`. */
export const ExplorerAddressQuery = Type.Object({
  network: Type.Optional(network),
  coin: Type.Optional(coin),
  address,
})
/** An address in all coins of its network. */
export const ExplorerAddressView = Type.Object({
  ...ExplorerAddress.properties,
  /** All labels, most significant first. */
  labels: Type.Array(
    Type.Object({
      name: Type.String(),
      category: Type.String(),
      source: Type.String(),
      version: Type.String(),
    }),
  ),
  coverage: Coverage,
  /** Whether more of the history can be fetched from a source. */
  canFetch: Type.Boolean(),
  /** The coin that stands for the address in other queries: the one with the most transfers. */
  coin: Type.String(),
  coins: Type.Array(
    Type.Object({
      coin: Type.String(),
      balance: Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$' }),
      received: Amount,
      sent: Amount,
      receivedTransfers: Count,
      sentTransfers: Count,
      first: Count,
      last: Count,
    }),
  ),
  /** The same key on other networks with data. */
  elsewhere: Type.Array(
    Type.Object({ ...ExplorerAddress.properties, transfers: Count, last: Type.Integer({ minimum: 0 }) }),
  ),
})
export type ExplorerAddressView = Static<typeof ExplorerAddressView>

/** Request for the score of an address that is part of a graph. */
export const ExplorerScoreQuery = Type.Object({ coin, address })

/** Maximum number of counterparties on a page. */
export const mostCounterparties = 100
/** Request for a page of the counterparties of an address or of a name, largest first. */
export const ExplorerExpand = Type.Object({
  network: Type.Optional(network),
  address: Type.Optional(address),
  name: Type.Optional(name),
  direction: oneOf(['in', 'out']),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  limit: Type.Integer({ minimum: 1, maximum: mostCounterparties }),
  coin: Type.Optional(coin),
  from: Type.Optional(seconds),
  to: Type.Optional(seconds),
  /** Minimum value per counterparty in whole USD. */
  least: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })),
})
/** A page of counterparties. Counterparties with the same name are one entry. */
export const ExplorerCounterparties = Type.Object({
  counterparties: Type.Array(
    Type.Object({
      known: nullable(ExplorerKnown),
      usd: Usd,
      /** Number of the counterparty's addresses. */
      addresses: Type.Integer({ minimum: 1 }),
      /** The transfers by address, largest first. */
      members: Type.Array(
        Type.Object({
          /** The address of the node itself. */
          own: ExplorerAddress,
          other: ExplorerAddress,
          flows: Type.Array(ExplorerFlow),
        }),
      ),
      /** The transfers of the counterparty's other addresses. */
      rest: Type.Array(ExplorerFlow),
    }),
  ),
  /** Number of counterparties on all pages. */
  total: Count,
  /** Whether all transfers were read. If not, the newest ones and those with labelled addresses. */
  whole: Type.Boolean(),
  /** Time of the oldest transfer that was read, if not all were. */
  since: seen,
})
export type ExplorerCounterparties = Static<typeof ExplorerCounterparties>

/** Request for the addresses with a name. `after` is `next` of the previous page. */
export const ExplorerNameQuery = Type.Object({
  name,
  after: Type.Optional(Type.String({ pattern: '^[0-9a-f]{2,130}$' })),
})
/** A page of the addresses with a name. */
export const ExplorerName = Type.Object({
  name: Type.String(),
  addresses: Type.Array(Type.Object({ ...ExplorerAddress.properties, transfers: Count })),
  /** Null on the last page. */
  next: nullable(Type.String()),
})
export type ExplorerName = Static<typeof ExplorerName>

/** Request for a transaction. `coin` can be given instead of `network`. */
export const ExplorerTransactionQuery = Type.Object({
  network: Type.Optional(network),
  coin: Type.Optional(coin),
  txid,
})
/** Request for the transfers from one address to another, newest first. */
export const ExplorerTransfersQuery = Type.Object({ network, from: address, to: address })

const Step = Type.Object({
  address,
  tx: Type.String({ maxLength: 256 }),
  coin,
  time: seconds,
  through: Type.String({ maxLength: 256 }),
  swap: Type.Boolean(),
})
/** Request to draw the path of a piece of a risk explanation, step by step. */
export const ExplorerPathQuery = Type.Object({
  network,
  address,
  direction: oneOf(['received', 'sent']),
  steps: Type.Array(Step, { minItems: 1, maxItems: 64 }),
})

/** A single transfer, with its transaction. */
export const ExplorerTransfer = Type.Object({
  txid: Type.String(),
  time: Count,
  from: ExplorerAddress,
  to: ExplorerAddress,
  coin: Type.String(),
  /** Null if only the total of the transfers is known. */
  amount: nullable(Amount),
  usd: Usd,
})
export type ExplorerTransfer = Static<typeof ExplorerTransfer>
/** Transfers of a transaction, between two addresses, or on a path. */
export const ExplorerTransfers = Type.Object({
  network: Type.String(),
  transfers: Type.Array(ExplorerTransfer),
  /** Whether there are more transfers than are listed. */
  more: Type.Boolean(),
})
export type ExplorerTransfers = Static<typeof ExplorerTransfers>
