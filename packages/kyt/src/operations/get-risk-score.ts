import { type RiskExplanation, type RiskScore, ServiceError } from '@touchstone/contract'
import { networks } from '../addresses/networks.ts'
import { parseTxHash } from '../addresses/tx-hash.ts'
import { journalOf } from '../context.ts'
import { selectNewestBlock } from '../imports/import-journal-store.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { malformedTxHash } from '../lookup/malformed-tx-hash.ts'
import { resolveAccount, resolveCoin, textOf, toHex } from '../lookup/resolve-account.ts'
import { fingerprintOf } from '../policy/fingerprint.ts'
import { defaultRiskPolicy, type RiskPolicy } from '../policy/risk-policy.ts'
import { assessRisk, type RiskTarget } from '../risk/assess.ts'
import { describeRisk } from '../risk/score/describe-risk.ts'
import { explainRisk, transactionsOf } from '../risk/score/explain-risk.ts'

export type RiskQuery = { readonly coin: string; readonly address?: string; readonly txid?: string }

/** Scores an address, a transaction, or a transaction from the perspective of one address. */
export async function getRiskScore(
  reader: KytReader,
  query: RiskQuery,
  policy: RiskPolicy = defaultRiskPolicy,
): Promise<RiskScore> {
  const target = resolveTarget(query)
  return await cached(reader, 'score', target, policy, async (view) =>
    describeRisk(await assessRisk(view, target, policy)),
  )
}

/** Returns the risk score together with all data on which it is based. */
export async function explainRiskScore(
  reader: KytReader,
  query: RiskQuery,
  policy: RiskPolicy = defaultRiskPolicy,
): Promise<RiskExplanation> {
  const target = resolveTarget(query)
  const network = networks[target.coin.network].id
  // Queries the journal before computing the answer, because an answer computed from a snapshot can read only
  // the ledger.
  const newestBlock = await selectNewestBlock(journalOf(reader.context), network)
  const name = `explanation ${newestBlock ?? ''}`
  return await cached(reader, name, target, policy, async (view) => {
    const versions = await view.versions()
    const assessment = await assessRisk(view, target, policy)
    const hashes = await view.hashes(network, transactionsOf(assessment))
    return explainRisk(assessment, { newestBlock, hashes, versions })
  })
}

async function cached<Result extends object>(
  reader: KytReader,
  name: string,
  target: RiskTarget,
  policy: RiskPolicy,
  compute: (view: KytReader) => Promise<Result>,
): Promise<Result> {
  const { coin, account, tx } = target
  const of = `${fingerprintOf(policy)} ${tx ?? ''} ${account === undefined ? coin.id : textOf(account)}`
  return await reader.cached({ id: `${name} ${of}` }, compute)
}

function resolveTarget({ coin: identifier, address, txid }: RiskQuery): RiskTarget {
  const coin = resolveCoin(identifier)
  if (address === undefined && txid === undefined) {
    throw new ServiceError('parameter', { detail: 'address or txid is required' })
  }
  const tx = txid === undefined ? undefined : parseTxHash(coin.network, txid)
  if (txid !== undefined && tx === undefined) throw malformedTxHash()
  return {
    coin,
    ...(address === undefined ? {} : { account: resolveAccount({ coin: identifier, address }) }),
    ...(tx === undefined ? {} : { tx: toHex(tx) }),
  }
}
