import { coverageStates } from '../risk-levels.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { ExplorerFlow, ExplorerKnown } from './explorer.ts'
import { Count, Time } from './parts.ts'

/** `closing`: a member wants to close the case, and a second one has to agree. */
export const caseStatuses = ['open', 'closing', 'closed'] as const
export type CaseStatus = (typeof caseStatuses)[number]

export const casePriorities = ['low', 'normal', 'high', 'urgent'] as const
export type CasePriority = (typeof casePriorities)[number]

/** What a case can refer to. */
export const caseItemKinds = [
  ...(['address', 'transaction', 'transfer', 'customer', 'person'] as const),
  ...(['graph', 'report', 'alert', 'review'] as const),
] as const
export type CaseItemKind = (typeof caseItemKinds)[number]

/** The types of files that a case accepts. None of them is executable. */
export const caseFileTypes = ['pdf', 'png', 'jpeg', 'csv', 'text'] as const
export type CaseFileType = (typeof caseFileTypes)[number]

/** Results of a case. `reported`: the merchant reports the case to the authority. */
export const caseOutcomes = ['no-concern', 'risk-accepted', 'customer-exited', 'reported'] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

/** The kinds of entries of a case's time line. */
export const caseEntryKinds = [
  ...(['opened', 'renamed', 'comment', 'item-added', 'item-removed', 'file-added', 'file-removed'] as const),
  ...(['assigned', 'due', 'priority', 'close-requested', 'close-withdrawn', 'close-refused'] as const),
  ...(['closed', 'reopened', 'exported', 'text-removed', 'person-erased'] as const),
] as const
export type CaseEntryKind = (typeof caseEntryKinds)[number]

/** What waits for a compliance member. */
export const triageKinds = ['alert', 'transfer', 'review'] as const
export type TriageKind = (typeof triageKinds)[number]

/** Limits of cases. */
export const caseLimits = {
  /** Characters of a title and of a text. */
  title: 200,
  text: 10_000,
  /** Bytes of a file, and of all files of a case. */
  fileBytes: 5 * 1024 * 1024,
  totalBytes: 50 * 1024 * 1024,
  files: 50,
  items: 500,
  /** Graphs, and characters of the description of a graph. */
  graphs: 20,
  graphText: 60_000,
  entries: 5000,
  /** Entries of the triage list that one call can change. */
  bulk: 100,
} as const

/** Cases, or entries of the triage list, on a page. */
export const casesPerPage = 50

const number = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const member = Type.String({ pattern: '^U[0-9]{15}$' })
const title = Type.String({ minLength: 1, maxLength: caseLimits.title })
const text = Type.String({ minLength: 1, maxLength: caseLimits.text })
const Detail = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]))

/** A reference of a case. `ref` has a different format for each kind. */
export const CaseReference = Type.Object({
  kind: oneOf(caseItemKinds),
  /**
   * An address or a transaction with its coin (`BTC:bc1…`), the number of a transfer, of a customer, of a report, of
   * an alert or of a review, the id of a person, or the explorer's description of a graph.
   */
  ref: Type.String({ minLength: 1, maxLength: caseLimits.graphText }),
})
export type CaseReference = Static<typeof CaseReference>

const index = Type.Integer({ minimum: 0, maximum: 100_000 })
const place = Type.Integer({ minimum: -10_000_000, maximum: 10_000_000 })
const graphText = Type.String({ maxLength: 256 })

/**
 * The description of a graph that a member drew in the explorer: what it contains, and where it was drawn. The
 * explorer restores the graph from it, and the export of a case contains it as a picture.
 */
export const CaseGraph = Type.Object({
  title: graphText,
  /** Width and height of all nodes. */
  size: Type.Tuple([
    Type.Integer({ minimum: 1, maximum: 1000 }),
    Type.Integer({ minimum: 1, maximum: 1000 }),
  ]),
  nodes: Type.Array(
    Type.Object({
      id: graphText,
      title: graphText,
      detail: graphText,
      x: place,
      y: place,
      pinned: Type.Boolean(),
    }),
    { maxItems: 500 },
  ),
  /** Addresses and entities. `node` is the position of the node in which they are drawn. */
  atoms: Type.Array(
    Type.Object({
      kind: oneOf(['address', 'name', 'issued', 'burnt']),
      network: graphText,
      address: graphText,
      known: nullable(ExplorerKnown),
      state: oneOf(coverageStates),
      node: index,
    }),
    { maxItems: 2000 },
  ),
  /** Transfers between atoms, which are given by their positions. */
  edges: Type.Array(
    Type.Object({
      from: index,
      to: index,
      flows: Type.Array(ExplorerFlow, { maxItems: 200 }),
      transfer: Type.Optional(Type.Object({ txid: graphText, time: Count })),
    }),
    { maxItems: 5000 },
  ),
  /** The node from which distances are counted. */
  focus: graphText,
  /** Names whose addresses are separate nodes. */
  split: Type.Array(graphText, { maxItems: 200 }),
})
export type CaseGraph = Static<typeof CaseGraph>

const caseFields = {
  number,
  title: Type.String(),
  status: oneOf(caseStatuses),
  priority: oneOf(casePriorities),
  /** Number of the member who works on the case. */
  assignedTo: nullable(Type.String()),
  dueAt: nullable(Time),
  overdue: Type.Boolean(),
  createdAt: Time,
  closedAt: nullable(Time),
}

/** Filters of the list of cases. */
export const ListCases = Type.Object({
  status: Type.Optional(oneOf(['working', ...caseStatuses])),
  mine: Type.Optional(Type.Boolean()),
  overdue: Type.Optional(Type.Boolean()),
  /** The number of the last case on the previous page. */
  after: Type.Optional(number),
})
export type ListCases = Static<typeof ListCases>

/** A page of cases, newest first, with the counts of all. */
export const CasePage = Type.Object({
  cases: Type.Array(Type.Object(caseFields), { maxItems: casesPerPage }),
  next: nullable(number),
  open: Count,
  overdue: Count,
})
export type CasePage = Static<typeof CasePage>

/** Request for one case. */
export const ShowCase = Type.Object({ number })

/** What the member stated who closed a case or wants to close it. */
export const CaseClosing = Type.Object({
  by: Type.String(),
  outcome: oneOf(caseOutcomes),
  reason: Type.String(),
  /** Whether this is the signed-in member. */
  yours: Type.Boolean(),
})
export type CaseClosing = Static<typeof CaseClosing>

/** A case with all that is in it. */
export const Case = Type.Object({
  ...caseFields,
  createdBy: Type.String(),
  /** Whether a second member has to agree before the case is closed. */
  byTwo: Type.Boolean(),
  /** What the closing member stated. Null while the case is open. */
  closing: nullable(CaseClosing),
  closedBy: nullable(Type.String()),
  items: Type.Array(
    Type.Object({
      number,
      kind: oneOf(caseItemKinds),
      /** Null after the person was erased. Empty for a graph, which is read separately. */
      ref: nullable(Type.String()),
      label: Type.String(),
      /** The id in the link to the page of a customer. */
      page: Type.Optional(Type.String()),
      addedBy: Type.String(),
      addedAt: Time,
    }),
  ),
  files: Type.Array(
    Type.Object({
      number,
      name: Type.String(),
      type: oneOf(caseFileTypes),
      size: Count,
      addedBy: Type.String(),
      addedAt: Time,
    }),
  ),
  entries: Type.Array(
    Type.Object({
      number,
      kind: oneOf(caseEntryKinds),
      /** Number of the member. Null if the server made the entry. */
      by: nullable(Type.String()),
      at: Time,
      detail: Detail,
      text: nullable(Type.String()),
      textRemoved: Type.Boolean(),
    }),
  ),
})
export type Case = Static<typeof Case>

/** Opens a case, optionally with references and with entries of the triage list. */
export const OpenCase = Type.Object({
  title,
  priority: Type.Optional(oneOf(casePriorities)),
  assignedTo: Type.Optional(member),
  dueAt: Type.Optional(Time),
  items: Type.Optional(Type.Array(CaseReference, { maxItems: 20 })),
  triage: Type.Optional(Type.Array(number, { maxItems: caseLimits.bulk })),
})
export type OpenCase = Static<typeof OpenCase>
/** The number of the new or changed case. */
export const CaseNumber = Type.Object({ number })

/** Changes the given fields of a case. */
export const ChangeCase = Type.Object({
  number,
  title: Type.Optional(title),
  priority: Type.Optional(oneOf(casePriorities)),
  assignedTo: Type.Optional(nullable(member)),
  dueAt: Type.Optional(nullable(Time)),
})
export type ChangeCase = Static<typeof ChangeCase>

/** Comments on a case, or on one of its references. */
export const CommentOnCase = Type.Object({ number, text, item: Type.Optional(number) })
export type CommentOnCase = Static<typeof CommentOnCase>

export const AddCaseItems = Type.Object({
  number,
  items: Type.Array(CaseReference, { minItems: 1, maxItems: 20 }),
})
export type AddCaseItems = Static<typeof AddCaseItems>
/** Request for a graph of a case. */
export const CaseGraphOf = Type.Object({ number, item: number })
export const RemoveCaseItem = Type.Object({ number, item: number })
export type RemoveCaseItem = Static<typeof RemoveCaseItem>

/** Adds a file. The name is only shown; the type is determined from the content. */
export const AddCaseFile = Type.Object({
  number,
  name: Type.String({ minLength: 1, maxLength: 255 }),
  base64: Type.String({ minLength: 1, maxLength: Math.ceil(caseLimits.fileBytes / 3) * 4 }),
})
export type AddCaseFile = Static<typeof AddCaseFile>
export const CaseFileOf = Type.Object({ number, file: number })
export type CaseFileOf = Static<typeof CaseFileOf>

/** Removes the text of an entry. The entry stays. */
export const RemoveCaseText = Type.Object({ number, entry: number })
export type RemoveCaseText = Static<typeof RemoveCaseText>

/** Closes a case or, if two members have to agree, asks for the second one's agreement. */
export const CloseCase = Type.Object({
  number,
  outcome: oneOf(caseOutcomes),
  reason: text,
  /** Number of entries of the time line that the member saw. */
  seen: Count,
})
export type CloseCase = Static<typeof CloseCase>
/** The second member's answer. */
export const AnswerClosing = Type.Object({ number, agree: Type.Boolean(), text, seen: Count })
export type AnswerClosing = Static<typeof AnswerClosing>
export const ReopenCase = Type.Object({ number, reason: text })
export type ReopenCase = Static<typeof ReopenCase>
export const CaseClosed = Type.Object({ status: oneOf(caseStatuses) })

/** The cases that refer to something, newest first. */
export const CasesWith = Type.Object({
  cases: Type.Array(Type.Object({ number, title: Type.String(), status: oneOf(caseStatuses) }), {
    maxItems: casesPerPage,
  }),
})
export type CasesWith = Static<typeof CasesWith>

const days = nullable(Type.Integer({ minimum: 1, maximum: 365 }))
/** Days until a new case is due, by priority. Null for no due date. */
export const CaseDueDays = Type.Object({ low: days, normal: days, high: days, urgent: days })
export type CaseDueDays = Static<typeof CaseDueDays>

/** Members who can work on cases. */
export const CaseMembers = Type.Object({
  members: Type.Array(Type.Object({ memberNo: Type.String(), email: Type.String() })),
  /** Number of the signed-in member. */
  you: Type.String(),
  byTwo: Type.Boolean(),
  dueDays: CaseDueDays,
})
export type CaseMembers = Static<typeof CaseMembers>
/** Whether two members have to close the merchant's cases. */
export const CaseRule = Type.Object({ byTwo: Type.Boolean() })
export type CaseRule = Static<typeof CaseRule>

/** Filters of the triage list. */
export const ListTriage = Type.Object({
  kind: Type.Optional(oneOf(triageKinds)),
  /** A member's number, `me`, or `nobody`. */
  assignedTo: Type.Optional(Type.String({ pattern: '^(me|nobody|U[0-9]{15})$' })),
  overdue: Type.Optional(Type.Boolean()),
  done: Type.Optional(Type.Boolean()),
  /** The `next` value of the previous page. */
  after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}\\.[0-9]{1,15}$' })),
})
export type ListTriage = Static<typeof ListTriage>

/** A page of the triage list, those that are due first. */
export const TriagePage = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: number,
      kind: oneOf(triageKinds),
      ref: Type.String(),
      openedAt: Time,
      dueAt: Time,
      overdue: Type.Boolean(),
      assignedTo: nullable(Type.String()),
      /** The number of the case to which the entry was added. */
      caseNumber: nullable(number),
      doneAt: nullable(Time),
      facts: Detail,
    }),
    { maxItems: casesPerPage },
  ),
  next: nullable(Type.String()),
  /** All open entries that the member can see, regardless of the filters. */
  open: Count,
  overdue: Count,
})
export type TriagePage = Static<typeof TriagePage>

const ids = Type.Array(number, { minItems: 1, maxItems: caseLimits.bulk, uniqueItems: true })
export const AssignTriage = Type.Object({ ids, member: nullable(member) })
export type AssignTriage = Static<typeof AssignTriage>
/** Adds entries of the triage list to a case. */
export const TriageToCase = Type.Object({ ids, number })
export type TriageToCase = Static<typeof TriageToCase>
/** Marks alerts as handled. Transfers and reviews are decided on their own pages. */
export const FinishTriage = Type.Object({ ids })
export type FinishTriage = Static<typeof FinishTriage>
/** How many entries changed. */
export const TriageChanged = Type.Object({ changed: Count })
