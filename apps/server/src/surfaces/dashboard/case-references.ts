import { UserError } from '@touchstone/common'
import {
  type Case,
  CaseGraph,
  type CaseReference,
  type CustomerTransfer,
  type ReportFile,
  ServiceError,
} from '@touchstone/contract'
import {
  type CheckedReference,
  type ExportedTransfer,
  type ExportParts,
  type KycContext,
  selectMerchantByNo,
  selectPersonAt,
  tablesOf,
  triageReference,
} from '@touchstone/kyc'
import {
  findCoin,
  findTransfers,
  formatTxHash,
  getCustomer,
  getReport,
  listCustomers,
  type Network,
  networks,
  parseAddress,
  parseTxHash,
} from '@touchstone/kyt'
import { compileSchema } from '../../plugins/compile-schema.ts'
import type { Services } from '../../plugins/services.ts'

export type ReferenceScope = {
  readonly services: Services
  readonly context: KycContext
  readonly mchNo: string
  readonly seesReviews: boolean
}

/** Checks that references exist and belong to the merchant. Those of other merchants are unknown. */
export async function checkReferences(
  scope: ReferenceScope,
  references: readonly CaseReference[],
): Promise<CheckedReference[]> {
  const checked: CheckedReference[] = []
  for (const reference of references) {
    const found = await checkReference(scope, reference)
    if (!found) throw unknownReference()
    checked.push(found)
  }
  return checked
}

/** Returns the reference in its canonical form, or undefined if the merchant has no such thing. */
export async function checkReference(
  scope: ReferenceScope,
  { kind, ref }: CaseReference,
): Promise<CheckedReference | undefined> {
  const { services, context, mchNo, seesReviews } = scope
  const { kyt } = services.runtime
  switch (kind) {
    case 'address':
      return placed(kind, ref, (network, text) => parseAddress(network, text)?.text)
    case 'transaction':
      return placed(kind, ref, (network, text) => {
        const hash = parseTxHash(network, text)
        return hash && formatTxHash(hash)
      })
    case 'transfer': {
      const id = idOf(ref)
      if (id === undefined) return undefined
      const found = (await findTransfers(kyt, { merchant: mchNo, ids: [id] })).get(id)
      return found && { kind, ref, label: nameOf(found) }
    }
    case 'customer':
      return (await isCustomer(scope, ref)) ? { kind, ref, label: ref } : undefined
    case 'person': {
      const person = await selectPersonAt(tablesOf(context), { mchNo, svcId: ref })
      return person && { kind, ref, label: ref, svcId: person.svcId }
    }
    case 'graph': {
      const graph = parseJson(ref)
      return isGraph(graph) ? { kind, ref: JSON.stringify(graph), label: graph.title } : undefined
    }
    case 'alert':
      return await triageReference(context, { mchNo, kind, ref })
    case 'review':
      return seesReviews ? await triageReference(context, { mchNo, kind, ref }) : undefined
    case 'report': {
      const file = await getReport(kyt, { merchant: mchNo, id: ref })
      return file && { kind, ref, label: nameOfReport(file) }
    }
  }
}

function nameOfReport({ report: { question, created_at: at } }: ReportFile): string {
  return `${question.coin} ${question.address ?? question.txid ?? ''}, ${at.slice(0, 10)}`
}

/**
 * Adds what only the transfers know to the references of a case: names of transfers, and links to customers. Leaves out the contents of graphs, which are read separately because of their size.
 */
export async function withNames({ services, mchNo }: ReferenceScope, shown: Case): Promise<Case> {
  const ids = refsOf(shown, 'transfer').flatMap(({ ref }) => idOf(ref) ?? [])
  const found = await findTransfers(services.runtime.kyt, { merchant: mchNo, ids })
  const customers = new Map<string, string>()
  for (const { ref: customer } of refsOf(shown, 'customer')) {
    const [one] = (await listCustomers(services.runtime.kyt, { merchant: mchNo, customer })).customers
    if (one) customers.set(customer, one.id)
  }
  const items = shown.items.map((item) => {
    const page = item.kind === 'customer' ? customers.get(item.ref ?? '') : undefined
    if (page !== undefined) return { ...item, page }
    const transfer = item.kind === 'transfer' && item.ref !== null ? found.get(Number(item.ref)) : undefined
    if (transfer) return { ...item, label: nameOf(transfer) }
    return item.kind === 'graph' && item.ref !== null ? { ...item, ref: '' } : item
  })
  return { ...shown, items }
}

function nameOf({ direction, reference, amount, coin }: CustomerTransfer): string {
  return `${direction} ${reference}: ${amount} ${coin}`
}

/** Collects what the export of a case shows about its references. */
export async function exportPartsOf(scope: ReferenceScope, shown: Case): Promise<ExportParts> {
  const { services, context, mchNo } = scope
  const merchant = await selectMerchantByNo(tablesOf(context), mchNo)
  const ids = refsOf(shown, 'transfer').flatMap(({ ref }) => idOf(ref) ?? [])
  const transfers = await findTransfers(services.runtime.kyt, { merchant: mchNo, ids })
  const files: { name: string; content: string }[] = []
  for (const { number, ref } of refsOf(shown, 'report')) {
    // Reports are deleted when their retention period ends.
    const file = await getReport(services.runtime.kyt, { merchant: mchNo, id: ref })
    if (file) files.push({ name: `report-${number}.json`, content: `${JSON.stringify(file, null, 2)}\n` })
  }
  return {
    merchantName: merchant?.name ?? mchNo,
    transfers: [...transfers.values()].map(exportedTransfer),
    files,
  }
}

function exportedTransfer(of: CustomerTransfer): ExportedTransfer {
  const { reference, customer, direction, coin, amount, address, txid, decision } = of
  // Without data, a score says nothing.
  const isKnown = of.coverage.state !== 'none'
  return {
    ...{ reference, customer, direction, coin, amount, address, txid, decision, usd: of.amount_usd },
    time: new Date(of.time * 1000).toISOString(),
    score: isKnown ? String(of.score) : '',
    level: isKnown ? of.risk_level : '',
    reasons: of.rules.map(({ text, values }) => [text, ...values.map((value) => value.text)].join(' — ')),
  }
}

function placed(
  kind: 'address' | 'transaction',
  ref: string,
  canonical: (network: Network, text: string) => string | undefined,
): CheckedReference | undefined {
  const [place = '', text = ''] = [ref.slice(0, ref.indexOf(':')), ref.slice(ref.indexOf(':') + 1)]
  const network = Object.hasOwn(networks, place) ? (place as Network) : findCoin(place)?.network
  const found = network && canonical(network, text)
  return found === undefined ? undefined : { kind, ref: `${network}:${found}`, label: found }
}

async function isCustomer({ services, mchNo }: ReferenceScope, customer: string): Promise<boolean> {
  try {
    await getCustomer(services.runtime.kyt, { merchant: mchNo, customer })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'unknownCustomer') return false
    throw error
  }
}

function refsOf({ items }: Case, kind: CaseReference['kind']): { number: number; ref: string }[] {
  return items.flatMap(({ number, ref, ...item }) =>
    item.kind === kind && ref !== null ? [{ number, ref }] : [],
  )
}

const idOf = (ref: string) => (/^[1-9][0-9]{0,14}$/.test(ref) ? Number(ref) : undefined)

const matchesGraph = compileSchema(CaseGraph)
const isGraph = (value: unknown): value is CaseGraph => matchesGraph(value)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unknownReference(): UserError {
  return new UserError({
    code: 'case.unknown-reference',
    message: 'The merchant has nothing with this reference.',
    remedy: 'Check the number or the address. Addresses and transactions need their network or coin.',
  })
}
