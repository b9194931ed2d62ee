export { formatAddress } from './addresses/format-address.ts'
export { type Address, parseAddress } from './addresses/parse-address.ts'
export { formatTxHash, parseTxHash } from './addresses/tx-hash.ts'
export { type Coin, coins } from './coins/coin-table.ts'
export { coinById, coinOfContract, findCoin, nativeCoinOf } from './coins/find-coin.ts'
export { type Network, type NetworkFamily, networks } from './coins/networks.ts'
export type { KytContext } from './context.ts'
export { journalOf } from './context.ts'
export { builtinSanctionsSource } from './labels/builtin/source.ts'
export {
  type Category,
  type CategoryFacts,
  categories,
  categoryFacts,
  mostTelling,
  type RiskClass,
} from './labels/categories.ts'
export { ensureBuiltinLabels } from './labels/ensure-builtin-labels.ts'
export { importLabels, type LabelReport } from './labels/import-labels.ts'
export type { Label } from './labels/label.ts'
export type { LabelEntry, LabelSource } from './labels/label-source.ts'
export { selectLabelSources } from './labels/label-source-store.ts'
export type { SdnReader } from './labels/ofac/sdn-reader.ts'
export { openLabelSources } from './labels/open-label-sources.ts'
export { importLines } from './ledger/import-lines.ts'
export type { ImportProgress, ImportReport } from './ledger/import-progress.ts'
export { importTransfers, type TransferEntry } from './ledger/import-transfers.ts'
export { openLedger } from './ledger/open-ledger.ts'
export { type Rejects, refuseRejects, writeRejects } from './ledger/rejects.ts'
export { takeBackBlocks } from './ledger/take-back-blocks.ts'
export { tidyLedger } from './ledger/tidy-store.ts'
export type { Transfer } from './ledger/transfer.ts'
export { kytMigrations, ledgerMigrations } from './migrations/index.ts'
export * from './operations/index.ts'
export { importPrices } from './prices/import-prices.ts'
export { parseUsd, readPrices } from './prices/read-prices.ts'
export { basePolicyOf, policyOfMerchant, problemsOfOverride, setOverride } from './risk/policy/policies.ts'
export { readPolicyFile } from './risk/policy/read-policy-file.ts'
export {
  type Direction,
  defaultRiskPolicy,
  type RiskPolicy,
  type RiskyClass,
  type TaintMethod,
} from './risk/policy/risk-policy.ts'
export type { BitcoinNetwork } from './sources/bitcoin/owner-of-output.ts'
export { readBitcoinEtlFile } from './sources/bitcoin/read-etl-file.ts'
export { openEthereumEtl } from './sources/ethereum-etl/ethereum-etl.ts'
export { type FollowReport, followNetwork } from './sources/follow-network.ts'
export { openPlainTransfers } from './sources/plain/plain-transfers.ts'
export * from './watch/index.ts'
export * from './webhooks/index.ts'
