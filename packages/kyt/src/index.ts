export { formatAddress } from './addresses/format-address.ts'
export type { BitcoinNetwork } from './addresses/networks.ts'
export { type Network, type NetworkFamily, networks } from './addresses/networks.ts'
export { type Address, parseAddress } from './addresses/parse-address.ts'
export { formatTxHash, parseTxHash } from './addresses/tx-hash.ts'
export { type AskedDesk, createAskedDesk, listAsked, mostAsked } from './asked/asked-desk.ts'
export { type PreviewedAddress, previewPolicy } from './asked/preview-policy.ts'
export { type Coin, coins } from './coins/coin-table.ts'
export { coinById, coinOfContract, findCoin, nativeCoinOf } from './coins/find-coin.ts'
export type { KytContext } from './context.ts'
export { journalOf } from './context.ts'
export { givenSource } from './imports/given-source.ts'
export type { ImportProgress, ImportReport } from './imports/import-progress.ts'
export { importTransfers } from './imports/import-transfers.ts'
export { selectLabelSources } from './imports/label-source-store.ts'
export { type Rejects, refuseRejects, writeRejects } from './imports/rejects.ts'
export { type LedgerReset, resetLedger } from './imports/reset-ledger.ts'
export { takeBackBlocks } from './imports/take-back-blocks.ts'
export type { Transfer } from './imports/transfer.ts'
export type { TransferSource } from './imports/transfer-source.ts'
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
export type { SdnReader } from './labels/ofac/sdn-reader.ts'
export { openLabelSources } from './labels/open-label-sources.ts'
export { absentLedger } from './ledger/absent-ledger.ts'
export { type AccountKey, accountId, type LedgerStore } from './ledger/ledger-store.ts'
export { openPackedLedger } from './ledger/packed/open-packed-ledger.ts'
export { kytMigrations } from './migrations/index.ts'
export { openLedger } from './open-ledger.ts'
export * from './operations/index.ts'
export { fingerprintOf } from './policy/fingerprint.ts'
export {
  basePolicyOf,
  hasOverride,
  overrideOf,
  policyOfMerchant,
  problemsOfOverride,
  setOverride,
} from './policy/policies.ts'
export { readPolicyFile } from './policy/read-policy-file.ts'
export {
  type Direction,
  defaultRiskPolicy,
  type RiskPolicy,
  type RiskyClass,
  type TaintMethod,
} from './policy/risk-policy.ts'
export { importPrices } from './prices/import-prices.ts'
export { parseUsd, readPrices } from './prices/read-prices.ts'
export { openBitcoinEtl } from './sources/bitcoin/open-bitcoin-etl.ts'
export { openEthereumEtl } from './sources/ethereum-etl/ethereum-etl.ts'
export { type FollowReport, followNetwork } from './sources/follow-network.ts'
export { openPlainTransfers } from './sources/plain/open-plain-transfers.ts'
export { type LedgerState, showLedgerState } from './state/show-ledger-state.ts'
export * from './watch/index.ts'
export * from './webhooks/index.ts'
