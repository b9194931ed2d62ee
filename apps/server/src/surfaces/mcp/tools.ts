import {
  type DataOf,
  type Operation,
  operations,
  type RequestOf,
  type Scope,
  type TSchema,
} from '@touchstone/contract'
import type { KytReader } from '@touchstone/kyt'
import { describeAddressCoverage, listLabels } from '@touchstone/kyt'
import { shortCoverage, type ToolAnswer, warningOf } from './answers.ts'

type Input<Op extends Operation> = Omit<RequestOf<Op>, 'mchNo' | 'apiKey'>

/** Calls an operation with the caller's credentials. Throws a `ToolFailure` if the operation refuses. */
export type CallOperation = <Op extends Operation>(operation: Op, input: Input<Op>) => Promise<DataOf<Op>>

export type ToolContext = { readonly call: CallOperation; readonly reader: KytReader }

export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TSchema
  /** Scope that the caller's key needs. */
  readonly scope: Scope | null
  /** Whether the tool changes something. Such a tool exists only for merchants that have enabled it. */
  readonly changes?: true
  run(context: ToolContext, input: never): Promise<ToolAnswer>
}

/** Maximum number of entries in a list that a tool returns. */
const mostEntries = 20
/** Maximum number of addresses in a batch that a tool accepts. */
const mostAddresses = 100

type AddressQuery = { coin: string; address: string }

const {
  addWatch,
  checkTransfer,
  explainRiskScore,
  getAddressCounterparty,
  getAddressLabels,
  getAddressOverview,
  getRiskBatch,
  investigateTransactions,
  scoreBatch,
} = operations

function tool<Op extends Operation>(of: {
  name: string
  title: string
  description: string
  operation: Op
  changes?: true
  input?: TSchema
  run(context: ToolContext, input: Input<Op>): Promise<ToolAnswer>
}): Tool {
  const { operation, input = withoutCredentials(operation), ...rest } = of
  const { scope } = operation
  return { ...rest, input, scope, run: (context, given) => of.run(context, given as Input<Op>) }
}

/** All tools. Their inputs are the API's requests without the credentials. */
export const tools: readonly Tool[] = [
  tool({
    name: 'score',
    title: 'Risk score',
    description:
      'Risk score (3 to 100) and level of an address, a transaction, or a transaction of one address. Check the coverage: no data does not mean clean.',
    operation: explainRiskScore,
    async run({ call }, input) {
      const risk = await call(explainRiskScore, input)
      return {
        answer: {
          score: risk.score,
          risk_level: risk.risk_level,
          details: risk.detail_list,
          ...versionsOf(risk),
        },
        coverage: risk.coverage,
        untrusted: { incident: risk.hacking_event, label: risk.own?.label ?? '' },
      }
    },
  }),
  tool({
    name: 'explain',
    title: 'Explain a risk score',
    description: 'Exposure, paths and reasons behind the risk score of an address or a transaction.',
    operation: explainRiskScore,
    async run({ call }, input) {
      const risk = await call(explainRiskScore, input)
      const { received, sent } = risk
      const side = ({ value, points, unrecorded_share, not_followed_share }: typeof received) => ({
        ...{ value, points, unrecorded_share, not_followed_share },
      })
      return {
        answer: {
          ...{
            score: risk.score,
            risk_level: risk.risk_level,
            known: risk.known,
            value_unit: risk.value_unit,
          },
          ...{ received: side(received), sent: side(sent), ...versionsOf(risk) },
        },
        coverage: risk.coverage,
        untrusted: {
          own_label: risk.own,
          exposure: risk.pieces.slice(0, mostEntries).map((piece) => ({
            ...{ direction: piece.direction, class: piece.class, label: piece.label, address: piece.address },
            ...{ hops: piece.hops, value: piece.value, share: piece.share },
            label_source: `${piece.label_source} ${piece.label_version}`,
          })),
          reasons: risk.reasons.slice(0, mostEntries),
        },
      }
    },
  }),
  tool({
    name: 'labels',
    title: 'Labels of an address',
    description: 'Labels of an address with their sources and editions.',
    operation: getAddressLabels,
    async run({ call, reader }, input) {
      const { label_type } = await call(getAddressLabels, input)
      const labels = await listLabels(reader, input)
      return {
        answer: { label_type, total: labels.length },
        coverage: await describeAddressCoverage(reader, input),
        untrusted: { labels: labels.slice(0, mostEntries) },
      }
    },
  }),
  tool({
    name: 'overview',
    title: 'Balance and activity',
    description: 'Balance, totals, number of transactions, and first and last activity of an address.',
    operation: getAddressOverview,
    async run({ call, reader }, input) {
      const overview = await call(getAddressOverview, input)
      return { answer: overview, coverage: await describeAddressCoverage(reader, input) }
    },
  }),
  tool({
    name: 'counterparties',
    title: 'Counterparties',
    description: 'Counterparties of an address with their share of its volume, largest first.',
    operation: getAddressCounterparty,
    async run({ call, reader }, input) {
      const all = await call(getAddressCounterparty, input)
      return {
        answer: { total: all.length },
        coverage: await describeAddressCoverage(reader, input),
        untrusted: { counterparties: all.slice(0, mostEntries) },
      }
    },
  }),
  tool({
    name: 'investigate',
    title: 'Transfers by counterparty',
    description:
      'Incoming and outgoing transfers of an address, grouped by counterparty, with transaction hashes.',
    operation: investigateTransactions,
    async run({ call, reader }, input) {
      const found = await call(investigateTransactions, input)
      const short = (units: typeof found.in) =>
        units.slice(0, mostEntries).map(({ tx_hash_list, ...unit }) => ({
          ...unit,
          transactions: tx_hash_list.length,
          tx_hash_list: tx_hash_list.slice(0, 3),
        }))
      const { page, total_pages, transactions_on_page } = found
      return {
        answer: {
          ...{ page, total_pages, transactions_on_page },
          counterparties: { in: found.in.length, out: found.out.length },
        },
        coverage: await describeAddressCoverage(reader, input as AddressQuery),
        untrusted: { in: short(found.in), out: short(found.out) },
      }
    },
  }),
  tool({
    name: 'batch',
    title: 'Risk scores of several addresses',
    description: `Risk scores of up to ${mostAddresses} addresses, in order. Larger batches return a batch_id for batch_result.`,
    operation: scoreBatch,
    input: limited(withoutCredentials(scoreBatch), 'items', mostAddresses),
    run: async ({ call }, input) => batchAnswer(await call(scoreBatch, input)),
  }),
  tool({
    name: 'batch_result',
    title: 'Result of a batch',
    description: 'Progress and results of a batch that was started with the batch tool.',
    operation: getRiskBatch,
    run: async ({ call }, input) => batchAnswer(await call(getRiskBatch, input)),
  }),
  tool({
    name: 'check_transfer',
    title: 'Check a transfer before signing',
    description:
      'Decision (allow, review, block) on a transfer or contract call before it is signed, with reasons.',
    operation: checkTransfer,
    async run({ call }, input) {
      const { addresses, ...checked } = await call(checkTransfer, input)
      return {
        answer: {
          ...checked,
          addresses: addresses.map(({ label_list, coverage, ...address }) => ({
            ...address,
            coverage: shortCoverage(coverage),
            ...(coverage.state !== 'complete' && { warning: warningOf(coverage) }),
          })),
        },
        untrusted: { labels: addresses.map(({ address, label_list }) => ({ address, label_list })) },
      }
    },
  }),
  tool({
    name: 'watch',
    title: 'Watch an address',
    description: 'Watches the risk level of an address. The merchant receives an alert when it changes.',
    operation: addWatch,
    changes: true,
    input: without(withoutCredentials(addWatch), 'url'),
    async run({ call }, { coin, address }) {
      const { url: _, ...watch } = await call(addWatch, { coin, address })
      return {
        answer: {
          ...watch,
          ...(watch.coverage !== 'complete' && { warning: warningOf({ state: watch.coverage }) }),
        },
      }
    },
  }),
]

function versionsOf({ model, data }: DataOf<typeof explainRiskScore>) {
  const { version: model_version, policy_version } = model
  return { model_version, policy_version, label_version: data.label_version }
}

function batchAnswer({ result_list, ...progress }: DataOf<typeof scoreBatch>): ToolAnswer {
  return {
    answer: {
      ...progress,
      results: result_list.map(({ risk, error }, index) =>
        risk === null
          ? { index, error: error?.message ?? '' }
          : {
              ...{ index, score: risk.score, risk_level: risk.risk_level, coverage: risk.coverage.state },
              ...(risk.coverage.state !== 'complete' && { warning: 'no data does not mean clean' }),
            },
      ),
    },
  }
}

type ObjectSchema = {
  type: 'object'
  properties: Record<string, Record<string, unknown>>
  required?: readonly string[]
}

/** Returns the schema of an operation's request without the credentials. */
function withoutCredentials({ request }: Operation): TSchema {
  return without(request, 'mchNo', 'apiKey')
}

function without(schema: TSchema, ...names: readonly string[]): TSchema {
  const { properties, required = [] } = schema as unknown as ObjectSchema
  const kept = Object.entries(properties).filter(([name]) => !names.includes(name))
  return {
    type: 'object',
    properties: Object.fromEntries(kept),
    required: required.filter((name) => !names.includes(name)),
    additionalProperties: false,
  } as unknown as TSchema
}

function limited(schema: TSchema, name: string, maxItems: number): TSchema {
  const { properties, ...rest } = schema as unknown as ObjectSchema
  return {
    ...rest,
    properties: { ...properties, [name]: { ...properties[name], maxItems } },
  } as unknown as TSchema
}
