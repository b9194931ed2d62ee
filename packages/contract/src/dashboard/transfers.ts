import {
  CustomerSummary,
  CustomerTransfer,
  CustomerTransferHistory,
} from '../operations/customer-transfer.ts'
import { riskLevels } from '../risk-levels.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { customerTransferDecisions, maxTransferRules, TransferRule } from '../transfer-rules.ts'
import { Count, Time } from './parts.ts'

const decision = oneOf(customerTransferDecisions)
const transferId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const customerId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
})
const note = Type.String({ minLength: 1, maxLength: 2000 })
const memberNo = Type.String({ pattern: '^U[0-9]{15}$' })

/**
 * Request for a page of transfers. The customer's number is in the body and not in the URL, because it can be
 * personal data.
 */
export const ListTransfers = Type.Object({
  decision: Type.Optional(decision),
  customer: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  /** The id of the customer in the dashboard. */
  customerId: Type.Optional(customerId),
  /** Only transfers that the signed-in member handles. */
  mine: Type.Optional(Type.Boolean()),
  order: Type.Optional(oneOf(['newest', 'oldest'])),
  /** The `next` value of the previous page. */
  after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
})
export type ListTransfers = Static<typeof ListTransfers>

const caseFields = {
  /** The number of the transfer in the dashboard and in the audit log. */
  id: transferId,
  customerId,
  /** Number of the member who handles the transfer, or an empty string. */
  assignedTo: Type.String(),
  /** Number of the member whose opinion waits for a second one, or an empty string. */
  firstBy: Type.String(),
}

/** A page of a merchant's transfers. */
export const TransferPage = Type.Object({
  transfers: Type.Array(Type.Object({ ...caseFields, transfer: CustomerTransfer })),
  /** Where the next page begins. Null on the last page. */
  next: nullable(Type.String()),
})
export type TransferPage = Static<typeof TransferPage>

/** Request for one transfer. */
export const ShowTransfer = Type.Object({ id: transferId })
export type ShowTransfer = Static<typeof ShowTransfer>

/** A transfer with all decisions on it, and with what members did before they decided. */
export const TransferCase = Type.Object({
  ...caseFields,
  ...CustomerTransferHistory.properties,
  /** Whether two members have to agree on the decision. */
  byTwo: Type.Boolean(),
  /** Whether the signed-in member gave the opinion that waits for a second one. */
  firstIsYours: Type.Boolean(),
  /** Number of accounts and prices on which the newest decision of the rules depends. */
  dependencies: Count,
  /** Members' notes and opinions, oldest first. */
  remarks: Type.Array(
    Type.Object({
      by: Type.String(),
      at: Time,
      /** Null for a note. */
      decision: nullable(decision),
      note: Type.String(),
      /** Why the opinion no longer waits. Null if it still waits, and for a note. */
      ended: nullable(oneOf(['agreed', 'disagreed', 'withdrawn', 'outdated'])),
    }),
  ),
})
export type TransferCase = Static<typeof TransferCase>

/** Request to decide on a transfer. */
export const DecideOnTransfer = Type.Object({
  id: transferId,
  decision,
  note,
  /** The number of decisions on the page. A decision is refused if there is a newer one. */
  seen: Count,
})
export type DecideOnTransfer = Static<typeof DecideOnTransfer>
/** `first`: a second member has to agree. `disagreed`: the opinions differ, so both ended. */
export const TransferOutcome = Type.Object({ outcome: oneOf(['decided', 'first', 'disagreed']) })
export type TransferOutcome = Static<typeof TransferOutcome>

/** Request to add a note to a transfer. */
export const NoteOnTransfer = Type.Object({ id: transferId, note })
export type NoteOnTransfer = Static<typeof NoteOnTransfer>

/** Request to assign a transfer to a member, or to nobody. */
export const AssignTransfer = Type.Object({ id: transferId, member: nullable(memberNo) })
export type AssignTransfer = Static<typeof AssignTransfer>

/** The members who can decide on transfers. */
export const TransferMembers = Type.Object({
  members: Type.Array(Type.Object({ memberNo: Type.String(), email: Type.String() })),
  /** Number of the signed-in member. */
  you: Type.String(),
})
export type TransferMembers = Static<typeof TransferMembers>

/** Whether two members have to agree on decisions on transfers. */
export const TransferSetting = Type.Object({ byTwo: Type.Boolean() })
export type TransferSetting = Static<typeof TransferSetting>

/** Request for a page of customers, or for the customer with this number. */
export const ListCustomers = Type.Object({
  customer: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  /** The `next` value of the previous page. */
  after: Type.Optional(customerId),
})
export type ListCustomers = Static<typeof ListCustomers>

/** A page of a merchant's customers, those added last first. */
export const CustomerPage = Type.Object({
  customers: Type.Array(
    Type.Object({
      id: customerId,
      customer: Type.String(),
      since: Time,
      transfers: Count,
      /** Number of transfers that are held. */
      held: Count,
      last: Time,
      usd: Type.String(),
      score: Type.Integer(),
      level: oneOf(riskLevels),
    }),
  ),
  next: nullable(customerId),
})
export type CustomerPage = Static<typeof CustomerPage>

/** Request for one customer. */
export const ShowCustomer = Type.Object({ id: customerId })
/** What a merchant's transfers show about a customer. */
export const Customer = Type.Object({
  id: customerId,
  ...CustomerSummary.properties,
  /** ID of the person whose verification is linked, if the result is shared with the merchant. */
  svcId: nullable(Type.String()),
})
export type Customer = Static<typeof Customer>

/** The rules that are in force for a merchant's transfers. */
export const TransferRules = Type.Object({
  rules: Type.Array(TransferRule),
  /** True if the policy has rules of its own, false if the default rules apply. */
  own: Type.Boolean(),
  version: Type.String(),
  fingerprint: Type.String(),
  /** The categories that a condition can name. */
  categories: Type.Array(Type.String()),
})
export type TransferRules = Static<typeof TransferRules>

const counts = Type.Object({ allow: Count, hold: Count, block: Count })
/** What rules would have decided on the newest transfers, compared with the decisions of the rules in force then. */
export const RuleEffect = Type.Object({
  transfers: Count,
  before: counts,
  after: counts,
  /** Number of transfers on which the decision differs. */
  changed: Count,
  /** The newest of them. */
  examples: Type.Array(
    Type.Object({
      id: transferId,
      reference: Type.String(),
      customer: Type.String(),
      before: decision,
      after: decision,
    }),
    { maxItems: 20 },
  ),
  rules: Type.Array(
    Type.Object({ name: Type.String(), shadow: Type.Boolean(), applied: Count, decided: Count }),
  ),
})
export type RuleEffect = Static<typeof RuleEffect>

/** Maximum number of transfers of a test in the dashboard. */
export const mostTestedTransfers = 10_000
const last = Type.Integer({ minimum: 1, maximum: mostTestedTransfers })

/** Query parameters of the effect of the rules in force. */
export const RuleEffectQuery = Type.Object({
  last: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,3}$' })),
})

/** Rules as entered. The response lists what is wrong with them. */
const draft = Type.Array(Type.Unknown(), { maxItems: maxTransferRules })

/** Request to apply rules to the newest transfers, without changing anything. */
export const TestRules = Type.Object({ rules: draft, last })
export type TestRules = Static<typeof TestRules>
/** The problems of the rules or, if there are none, their effect. */
export const RulesTested = Type.Object({
  problems: Type.Array(
    Type.Object({
      /** Index of the rule, or -1 if the problem is about the list. */
      rule: Type.Integer({ minimum: -1 }),
      /** Place of the value in the rule, such as `when.all.0.min_usd`. */
      place: Type.String(),
      message: Type.String(),
    }),
  ),
  effect: nullable(RuleEffect),
})
export type RulesTested = Static<typeof RulesTested>

/** Request to set the rules of the merchant's policy. Null restores the default rules. */
export const SetRules = Type.Object({
  rules: nullable(draft),
  version: Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9._-]+$' }),
  /** The fingerprint of the policy on which the change is based. */
  replaces: Type.String({ maxLength: 64 }),
})
export type SetRules = Static<typeof SetRules>

/** Query parameters of the versions of the policy. */
export const RuleVersionsQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
})
/** A page of the versions of a merchant's policy, newest first. */
export const RuleVersions = Type.Object({
  versions: Type.Array(
    Type.Object({
      id: Type.Integer(),
      version: Type.String(),
      /** Empty for a version that was set before versions were stored. */
      fingerprint: Type.String(),
      at: Time,
      /** Number of the member, or who else made the change. */
      by: Type.String(),
      /** Whether the default policy was restored. */
      isDefault: Type.Boolean(),
      /** Null if the default rules apply. */
      rules: nullable(Type.Array(TransferRule)),
    }),
  ),
  more: Type.Boolean(),
})
export type RuleVersions = Static<typeof RuleVersions>
