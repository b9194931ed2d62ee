import type { Case, CaseOutcome } from '@touchstone/contract'

/** A customer's transfer in a case, as the table and the draft show it. Unknown values are empty. */
export type ExportedTransfer = {
  readonly reference: string
  readonly customer: string
  readonly direction: 'deposit' | 'withdrawal'
  readonly coin: string
  readonly amount: string
  readonly usd: string
  readonly address: string
  readonly txid: string
  /** ISO 8601. */
  readonly time: string
  readonly decision: string
  readonly score: string
  readonly level: string
  /** Why the rules decided, as sentences. */
  readonly reasons: readonly string[]
}

type Drafting = {
  readonly shown: Case
  readonly merchantName: string
  readonly transfers: readonly ExportedTransfer[]
  readonly names: (memberNo: string | null) => string
  readonly at: Date
}

const outcomes: Readonly<Record<CaseOutcome, string>> = {
  'no-concern': 'no concern remains',
  'risk-accepted': 'the risk is accepted',
  'customer-exited': 'the relationship with the customer is ended',
  reported: 'the case is reported to the authority',
}

const mark = 'DRAFT. Not filed. Check every statement and complete the missing fields before filing.'

/**
 * Drafts a suspicious-activity report from the facts of a case: fields that most authorities ask for, and a narrative.
 * It states only what the case contains. What the service does not know is left open.
 */
export function draftOf(of: Drafting): { fields: object; narrative: string } {
  const { shown, merchantName, transfers, at } = of
  const refsOf = (kind: Case['items'][number]['kind']) =>
    shown.items.filter((item) => item.kind === kind && item.ref !== null).map(({ ref }) => ref ?? '')
  const times = transfers.map(({ time }) => time).sort()
  const customers = [
    ...new Set([...transfers.map(({ customer }) => customer), ...refsOf('customer')].filter(Boolean)),
  ]
  const fields = {
    status: mark,
    draftedAt: at.toISOString(),
    reportingInstitution: merchantName,
    caseNumber: shown.number,
    caseTitle: shown.title,
    subject: { customers, verifiedPeople: refsOf('person'), names: null, identityDocuments: null },
    activity: {
      from: times[0] ?? null,
      until: times.at(-1) ?? null,
      addresses: [...new Set([...refsOf('address'), ...transfers.map(({ address }) => address)])],
      transactions: [
        ...new Set([...refsOf('transaction'), ...transfers.map(({ txid }) => txid)].filter(Boolean)),
      ],
      transfers: transfers.map(({ reasons: _, ...transfer }) => transfer),
      totalsByCoin: totalsOf(transfers),
    },
    grounds: [...new Set(transfers.flatMap(({ reasons }) => reasons))],
    conclusion: shown.closing && { outcome: shown.closing.outcome, reason: shown.closing.reason },
    actionTaken: shown.closing ? outcomes[shown.closing.outcome] : null,
    contactPerson: null,
  }
  return { fields, narrative: narrativeOf(of, { ...fields, customers }) }
}

type Facts = { readonly customers: readonly string[]; readonly grounds: readonly string[] }

function narrativeOf(
  { shown, merchantName, transfers, names }: Drafting,
  { customers, grounds }: Facts,
): string {
  const lines = [
    mark,
    '',
    `${merchantName} opened case ${shown.number} (“${shown.title}”) on ${dayOf(shown.createdAt)}.`,
    customers.length === 0
      ? 'The case names no customer.'
      : `The case concerns ${plural(customers.length, 'customer')}: ${customers.join(', ')}.`,
    '',
    ...transfers.map(transferSentence),
    ...(grounds.length > 0 ? ['', 'Grounds, as recorded at the time of the decisions:'] : []),
    ...grounds.map((ground) => `- ${ground}`),
    ...sectionOf('Addresses and transactions in the case:', shown, ['address', 'transaction']),
    ...notesOf(shown, names),
    '',
    conclusionOf(shown, names),
    '',
    '[To be completed: identity of the subject, relationship, source of funds as stated by the customer.]',
    '',
    mark,
  ]
  return `${lines.join('\n')}\n`
}

function transferSentence(of: ExportedTransfer): string {
  const { time, customer, direction, amount, coin, usd, address, txid, reference, score, level } = of
  const value = usd === '' ? 'no price is known' : `${usd} USD`
  const moved = direction === 'deposit' ? 'received from' : 'sent to'
  const risk =
    score === '' ? 'The risk of this address was not known.' : `Its risk score was ${score} (${level}).`
  return (
    `On ${dayOf(time)}, for customer ${customer}, ${amount} ${coin} (${value}) were ${moved} ${address}` +
    `${txid === '' ? '' : ` in transaction ${txid}`} (${direction} ${reference}). ${risk}`
  )
}

function sectionOf(title: string, { items }: Case, kinds: readonly string[]): string[] {
  const found = items.filter(({ kind, ref }) => kinds.includes(kind) && ref !== null)
  return found.length === 0 ? [] : ['', title, ...found.map(({ ref }) => `- ${ref}`)]
}

function notesOf({ entries }: Case, names: Drafting['names']): string[] {
  const said = entries.filter(({ kind, text }) => kind === 'comment' && text !== null)
  if (said.length === 0) return []
  return [
    ...['', 'Notes of the investigation:'],
    ...said.map(({ at, by, text }) => `- ${dayOf(at)}, ${names(by)}: ${text}`),
  ]
}

function conclusionOf({ closing, status, closedBy }: Case, names: Drafting['names']): string {
  if (!closing) return 'The investigation has not reached a conclusion yet.'
  const by = `${names(closing.by)}${closedBy && closedBy !== closing.by ? ` and ${names(closedBy)}` : ''}`
  const state = status === 'closed' ? `${by} closed the case` : `${by} asked to close the case`
  return `${state}: ${outcomes[closing.outcome]}. Reason: ${closing.reason}`
}

/** Adds up exact decimal amounts by coin and direction. */
function totalsOf(transfers: readonly ExportedTransfer[]) {
  const totals = new Map<string, bigint>()
  for (const { direction, coin, amount } of transfers) {
    const key = `${direction} ${coin}`
    totals.set(key, (totals.get(key) ?? 0n) + unitsOf(amount))
  }
  return [...totals].map(([key, units]) => {
    const [direction = '', coin = ''] = key.split(' ')
    return { direction, coin, amount: amountText(units) }
  })
}

const decimals = 30

function unitsOf(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole + part.padEnd(decimals, '0').slice(0, decimals))
}

function amountText(units: bigint): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const part = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${part === '' ? '' : `.${part}`}`
}

const dayOf = (time: string) => time.slice(0, 10)
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
