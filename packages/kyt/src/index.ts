export { type BitcoinNetwork, type Network, type NetworkFamily, networks } from './addresses/networks.ts'
export { type Address, formatAddress, parseAddress } from './addresses/parse-address.ts'
export { formatTxHash, parseTxHash } from './addresses/tx-hash.ts'
export { mayAgentsWatch, setAgentsWatch } from './agents/agent-settings.ts'
export {
  addBatch,
  getBatch,
  maxOpenBatches,
  releaseBatches,
  scoreAtOnce,
  tidyBatches,
} from './batch/batches.ts'
export { type AdmitCalls, type BatchRound, runBatches } from './batch/run-batches.ts'
export { addScreening, getScreening, listScreenings, writeScreening } from './batch/screenings.ts'
export { type Coin, coins } from './coins/coin-table.ts'
export { coinById, coinOfContract, findCoin, nativeCoinOf } from './coins/find-coin.ts'
export { journalOf, type KytContext, type KytDb, type KytEvent, type KytEvents } from './context.ts'
export { type ExpandQuery, expandNode } from './explore/expand-node.ts'
export { transfersBetween, viewPath, viewTransaction } from './explore/list-transfers.ts'
export { searchLedger } from './explore/search.ts'
export { fetchMore, viewAddress, viewName } from './explore/view-address.ts'
export { type OpenBudget, openBudget } from './fetch/open-budget.ts'
export { isHeadOld } from './fetch/read-history.ts'
export type { ImportProgress, ImportReport } from './imports/import-progress.ts'
export { importTransfers } from './imports/import-transfers.ts'
export { iterableSource } from './imports/iterable-source.ts'
export { selectLabelSources } from './imports/label-source-store.ts'
export { type Rejects, refuseRejects, writeRejects } from './imports/rejects.ts'
export { type LedgerReset, resetLedger } from './imports/reset-ledger.ts'
export { retractBlocks } from './imports/retract-blocks.ts'
export type { Transfer } from './imports/transfer.ts'
export type { TransferSource } from './imports/transfer-source.ts'
export { builtinSanctionsSource } from './labels/builtin/source.ts'
export {
  type Category,
  type CategoryFacts,
  categories,
  categoryFacts,
  mostSignificant,
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
export {
  ledgerMigrations,
  migratePackedLedger,
  openPackedLedger,
  rebuildClaim,
} from './ledger/packed/open-packed-ledger.ts'
export { type BudgetCeiling, defaultCeiling, problemsWithCeiling, raiseTo } from './limits/budget-ceiling.ts'
export { defaultFetchLimits, type FetchBudget, type FetchLimits } from './limits/fetch-limits.ts'
export { createRiskLimits, type RiskLimits, type RiskLoad } from './limits/risk-limits.ts'
export { type FetchCaller, fetchUntilOf } from './lookup/ensure-history.ts'
export { type KytReader, openKytReader } from './lookup/kyt-reader.ts'
export { kytMigrations } from './migrations/index.ts'
export { openLedger } from './open-ledger.ts'
export { getAddressActions } from './operations/get-actions.ts'
export { getAddressCounterparty } from './operations/get-counterparty.ts'
export { getAddressOverview } from './operations/get-overview.ts'
export { getAddressProfile } from './operations/get-profile.ts'
export {
  describeAddressCoverage,
  explainRiskScore,
  fetchRisk,
  getRiskScore,
  type ScoreCaller,
} from './operations/get-risk-score.ts'
export { getKytStatus } from './operations/get-status.ts'
export { investigateTransactions } from './operations/investigate.ts'
export { getAddressLabels, listLabels } from './operations/labels.ts'
export { type RiskQuery, resolveTarget } from './operations/resolve-target.ts'
export { runQueuedFetch } from './operations/run-queued-fetch.ts'
export { transactionOf } from './operations/show-transaction.ts'
export { findRuleProblems, problemsOfRules, type RuleProblem } from './policy/check-rules.ts'
export { fingerprintOf } from './policy/fingerprint.ts'
export {
  basePolicyOf,
  hasOverride,
  listPolicyVersions,
  overrideOf,
  type PolicyVersion,
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
export { fillPrices, fillPricesJob, type PricesFilled, unpricedCoins } from './price-sources/fill-prices.ts'
export type { PriceSource } from './price-sources/price-source.ts'
export { importPrices } from './prices/import-prices.ts'
export { parseUsd, readPrices } from './prices/read-prices.ts'
export { type PreviewedAddress, previewPolicy } from './recent-addresses/preview-policy.ts'
export {
  createRecentQueries,
  listRecentAddresses,
  maxRecentAddresses,
  type RecentQueries,
} from './recent-addresses/recent-queries.ts'
export {
  type Asker,
  allQuestions,
  listQuestions,
  type RecordContext,
  type RecordedQuestion,
  recordQuestion,
  recordsApiQuestions,
  setRecordsApi,
  tidyQuestions,
} from './records/questions.ts'
export { decideRisk, listRiskDecisions, type RecordedDecision } from './records/risk-decisions.ts'
export { mostCounterparties } from './reports/answer-from.ts'
export { digestOfReport, reportKeySet } from './reports/report-keys.ts'
export {
  getReport,
  listReports,
  maxReportsPerDay,
  type ReportAuthor,
  saveReport,
  tidyReports,
} from './reports/reports.ts'
export { reportKeyMac } from './reports/sealed-columns.ts'
export {
  type Difference,
  problemsOfReport,
  type ReportCheck,
  recalculate,
  verifyReport,
} from './reports/verify-report.ts'
export { decide, type RuleDecision } from './rules/decide.ts'
export {
  type CustomerHistory,
  historyOf,
  type PastTransfer,
  type TransferFacts,
} from './rules/transfer-facts.ts'
export { kytSealedColumns } from './sealed-columns.ts'
export {
  addSources,
  listSources,
  removeSource,
  type SourceOptions,
  type SourceView,
} from './source-list/change-sources.ts'
export { createSourceList, type SourceList } from './source-list/source-list.ts'
export type { SourceUse } from './source-list/source-meter.ts'
export { openBitcoinEtl } from './sources/bitcoin/open-bitcoin-etl.ts'
export { openEthereumEtl } from './sources/ethereum-etl/ethereum-etl.ts'
export { type FollowReport, followNetwork } from './sources/follow-network.ts'
export type {
  Asking,
  HistoryPage,
  HistoryQuery,
  HistorySource,
  HistoryTransfer,
} from './sources/histories/history-source.ts'
export type { FetchContext, HistorySources } from './sources/histories/history-sources.ts'
export {
  type HistorySourceKind,
  historySourceKinds,
  type OpenHistorySource,
  openHistorySource,
} from './sources/histories/open-history-source.ts'
export { SourceError, type SourceErrorKind } from './sources/histories/source-error.ts'
export {
  createSourceHttp,
  type SourceHttp,
  type SourceHttpOptions,
  type SourceRequestReport,
} from './sources/histories/source-http.ts'
export { openPlainTransfers } from './sources/plain/open-plain-transfers.ts'
export { type LedgerState, showLedgerState } from './state/show-ledger-state.ts'
export { checkTransfer, type TransferQuery } from './transfer-check/check-transfer.ts'
export { looksLike } from './transfer-check/look-alike.ts'
export { type Backtest, backtestRules, maxBacktest } from './transfers/backtest-rules.ts'
export { rulesOf } from './transfers/decide-transfer.ts'
export {
  type Reassessed,
  reassessTransfers,
  releaseTransfers,
  tidyTransfers,
} from './transfers/reassess-transfers.ts'
export { registerTransfer } from './transfers/register-transfer.ts'
export {
  addCaseNote,
  assignCase,
  type CaseLine,
  type CaseOutcome,
  type CustomerLine,
  customerNumber,
  decideCase,
  findCase,
  listCases,
  listCustomers,
  needTwoDecide,
  setTwoDecide,
  showCase,
  showCaseNumbers,
  type TransferCase,
  withdrawCaseOpinion,
} from './transfers/transfer-cases.ts'
export { defaultReassessDays, type TransferContext } from './transfers/transfer-context.ts'
export {
  decideAsMember,
  findTransfers,
  getCustomer,
  getTransfer,
  listTransfers,
} from './transfers/transfers.ts'
export { refetchWatch } from './watch/refetch-watch.ts'
export { type Rescored, rescoreWatches } from './watch/rescore-watches.ts'
export type { WatchContext } from './watch/watch-context.ts'
export {
  addWatch,
  areWatchesPaused,
  listWatches,
  releaseClaims,
  removeWatch,
  resumeWatches,
} from './watch/watches.ts'
