export { auditEntryMac, auditHeadMac } from './audit/audit-hash.ts'
export * from './audit/audit-log.ts'
export * from './audit/audit-store.ts'
export type { AuditBreak, AuditBreakKind } from './audit/check-chain.ts'
export { insertAudit, insertAudits } from './audit/insert-audit.ts'
export * from './audit/send-audit.ts'
export { type RestartedChain, restartChain, startChains } from './audit/start-chains.ts'
export * from './audit/verify-audit.ts'
export * from './calls/call-counter.ts'
export * from './cases/case-files.ts'
export {
  addCaseItems,
  type CheckedReference,
  commentOnCase,
  eraseFromCases,
  findCasesWith,
  readCaseGraph,
  removeCaseItem,
  removeCaseText,
} from './cases/case-items.ts'
export { editCase, findCases, listCases, openCase, showCase } from './cases/cases.ts'
export { type Acting, listCaseMembers, noteCaseView } from './cases/change-case.ts'
export * from './cases/close-case.ts'
export type { ExportedTransfer } from './cases/draft-activity-report.ts'
export * from './cases/export-case.ts'
export * from './cases/triage.ts'
export * from './context.ts'
export {
  type Access,
  type AccessService,
  createAccessService,
  permits,
} from './credentials/access-service.ts'
export type { MerchantWithPrograms } from './credentials/access-store.ts'
export { isOpened, isRotating, selectSecretRow } from './credentials/secret-store.ts'
export * from './credentials/store-keys.ts'
export { csvLine } from './csv.ts'
export * from './events/default-endpoint.ts'
export {
  type DeliveryOutcome,
  deliverEvents,
  retryWaits,
  type SendWebhook,
  signWebhook,
} from './events/deliver-events.ts'
export * from './events/deliveries.ts'
export { redirectDeliveries } from './events/delivery-store.ts'
export * from './events/endpoints.ts'
export type { EventOwner, NewEvent } from './events/event-store.ts'
export * from './events/list-events.ts'
export { type MadeSecret, makeWebhookSecret } from './events/make-webhook-secret.ts'
export * from './events/record-event.ts'
export * from './input-error.ts'
export { type AccountInput, accountFingerprint, canonicalAccount } from './journeys/account.ts'
export {
  type JourneyAccount,
  selectJourneysWaiting,
  selectWaitingAccounts,
} from './journeys/account-store.ts'
export {
  type Agreement,
  accountOfJourney,
  agreeAccount,
  findAccount,
} from './journeys/agree-account.ts'
export * from './journeys/find-journey.ts'
export * from './journeys/forget-login.ts'
export {
  accountInputOf,
  grantAccount,
  recordConsent,
  recordOnChain,
  type Share,
} from './journeys/grant-account.ts'
export { type Journey, selectJourney } from './journeys/journey-store.ts'
export { findMeidBinding, MeidBoundError } from './journeys/meid-binding.ts'
export * from './journeys/move-journey.ts'
export { selectIsTest, selectJourneysAt, selectSvcId } from './journeys/person-store.ts'
export type { Decision, Move } from './journeys/record-move.ts'
export * from './journeys/reverse-check.ts'
export * from './journeys/revoke-grant.ts'
export { rebuildRollups } from './journeys/rollup-store.ts'
export * from './journeys/ssi-wallet.ts'
export * from './journeys/start-journey.ts'
export * from './journeys/statuses.ts'
export * from './journeys/withdraw-consent.ts'
export * from './members/change-members.ts'
export * from './members/change-passkeys.ts'
export * from './members/change-sso.ts'
export { auditGuesses, countGuess, needsLongCode } from './members/code-guesses.ts'
export { findEmails } from './members/find-emails.ts'
export { canonicalEmail } from './members/member-email.ts'
export * from './members/member-session.ts'
export type { MembershipRow } from './members/member-store.ts'
export type { RelyingParty } from './members/passkey-challenges.ts'
export * from './members/require-passkeys.ts'
export * from './members/roles.ts'
export * from './members/sign-in.ts'
export * from './members/sign-in-by-passkey.ts'
export { beginSso, finishSso, operatorName, signOutUrl } from './members/sign-in-by-sso.ts'
export * from './members/sign-in-to-demo.ts'
export {
  addApiKey,
  changeApiKey,
  type KeyView,
  listApiKeys,
  type RotatedKey,
  revokeApiKey,
  rotateApiKey,
} from './merchants/api-keys.ts'
export * from './merchants/create-merchant.ts'
export type { GivenKeyLimits } from './merchants/key-limits.ts'
export {
  type Merchant,
  type MerchantSummary,
  selectDemoMerchant,
  selectMerchantById,
  selectMerchantByNo,
  selectMerchants,
} from './merchants/merchant-store.ts'
export * from './merchants/plan.ts'
export * from './merchants/review-rules.ts'
export * from './merchants/update-merchant.ts'
export {
  auditChainMigration,
  eventMigrations,
  kycMigrations,
  signedRowsMigration,
} from './migrations/index.ts'
export * from './people/export-people.ts'
export { selectPersonAt } from './people/person-view-store.ts'
export { searchPeople } from './people/search-people.ts'
export { type ExplorerOf, showPerson, unknownPerson } from './people/show-person.ts'
export * from './programs/create-program.ts'
export {
  type Program,
  selectProgramByNo,
  selectProgramOf,
  selectProgramsOf,
} from './programs/program-store.ts'
export {
  type CheckName,
  checkNames,
  checksOfKind,
  type GivenRules,
  type ProgramRules,
  type WalletProof,
  walletProofs,
} from './programs/requirements.ts'
export * from './programs/show-history.ts'
export * from './programs/show-programs.ts'
export * from './programs/update-program.ts'
export { updateOverruled } from './programs/version-store.ts'
export * from './results/accredited-investor.ts'
export * from './results/address-proof.ts'
export * from './results/check-grant.ts'
export * from './results/kyc-result.ts'
export * from './results/list-users.ts'
export * from './results/show-overview.ts'
export * from './results/show-user.ts'
export * from './results/statistics-cache.ts'
export * from './results/verification-of.ts'
export { areRightsSigned, findForgedRows, signRights } from './rights/sign-rights.ts'
export { type ForgedRow, signedTables } from './rights/signed-rows-store.ts'
export { accountColumn, kycSealedColumns, loginColumn } from './sealed-columns.ts'
export {
  createOidcClient,
  type OidcClient,
  type OidcSupport,
} from './sso/oidc-client.ts'
export type { KycTables } from './tables.ts'
export * from './tokens/token-service.ts'
