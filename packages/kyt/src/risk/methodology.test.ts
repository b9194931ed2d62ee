import { readFileSync } from 'node:fs'
import { defaultTransferPolicy, type RiskExplanation } from '@touchstone/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenedLedger, openTestLedger } from '../../../../test/support/ledger.ts'
import { addressOf, txOf, writeInto } from '../../../../test/support/risk-ledger.ts'
import { type Category, categories, categoryFacts } from '../labels/categories.ts'
import { openKytReader } from '../lookup/kyt-reader.ts'
import { explainRiskScore } from '../operations/get-risk-score.ts'
import { defaultRiskPolicy, type TaintMethod } from '../policy/risk-policy.ts'
import { modelVersion } from './score/explain-risk.ts'

const text = readFileSync(new URL('../../../../docs/methodology.md', import.meta.url), 'utf8')

/** Returns the rows of the document's table with these column headings. */
function tableOf(...heads: string[]): Record<string, string>[] {
  const lines = text.split('\n')
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
  const start = lines.findIndex(
    (line) => line.startsWith('|') && heads.every((head, at) => cells(line)[at] === head),
  )
  if (start < 0) throw new Error(`the document has no table with the columns ${heads.join(', ')}`)
  const names = cells(lines[start] ?? '')
  const rows: Record<string, string>[] = []
  for (let at = start + 2; lines[at]?.startsWith('|'); at++) {
    rows.push(Object.fromEntries(cells(lines[at] ?? '').map((cell, index) => [names[index] ?? '', cell])))
  }
  return rows
}

describe('the worked example in docs/methodology.md', () => {
  let ledger: OpenedLedger
  const explained = new Map<string, RiskExplanation>()
  beforeAll(async () => {
    ledger = await openTestLedger('server')
    const names = new Map<string, string>()
    const address = (name = '') => {
      const known = names.get(name) ?? addressOf(names.size + 1)
      names.set(name, known)
      return known
    }
    const write = writeInto(ledger)
    await write.transfers(
      tableOf('From', 'To', 'USD').map(({ From, To, USD }, index) => ({
        coin: 'USDT-ERC20',
        tx: txOf(index + 1),
        position: 0,
        block: index + 1,
        time: 1_700_000_000 + index,
        from: address(From),
        to: address(To),
        amount: BigInt(USD ?? '') * 1_000_000n,
      })),
    )
    await write.labels(
      tableOf('Address', 'Label').map(({ Address, Label }) => ({
        address: address(Address),
        category: Label as Category,
      })),
    )
    const reader = openKytReader(ledger)
    for (const method of ['haircut', 'fifo', 'poison'] as const) {
      const policy = { ...defaultRiskPolicy, method }
      explained.set(
        method,
        await explainRiskScore(reader, { coin: 'USDT-ERC20', address: address('shop') }, policy),
      )
    }
  })
  afterAll(() => ledger?.close())

  const by = (method: TaintMethod) => {
    const found = explained.get(method)
    if (found === undefined) throw new Error(`no score was explained for the method ${method}`)
    return found
  }

  test('matches the calculation for each class', () => {
    const plain = (value: string) => String(Number(value))
    const calculated = (['received', 'sent'] as const).flatMap((side) =>
      by('haircut')[side].classes.map((one) => ({
        Side: side,
        Class: one.class,
        Hops: String(one.hops),
        Within: plain(one.within),
        Of: plain(one.of),
        Root: one.root,
        Weight: String(one.weight),
        Decay: one.decay,
        Points: one.points,
      })),
    )
    expect(tableOf('Side', 'Class', 'Hops')).toEqual(calculated)
  })

  test('matches the score for each method', () => {
    const calculated = (['haircut', 'fifo', 'poison'] as const).map((method) => {
      const { received, sent, score, risk_level: level } = by(method)
      return {
        Method: method,
        'Tainted by theft': String(Number(received.classes.find((one) => one.class === 'severe')?.tainted)),
        'Points received': received.points,
        'Points sent': sent.points,
        Score: String(score),
        Level: level,
      }
    })
    expect(tableOf('Method', 'Tainted by theft')).toEqual(calculated)
  })

  test('matches the figures in the text', () => {
    const { received, sent, score, risk_level: level } = by('haircut')
    const [severe, medium] = received.classes
    const example = text
      .slice(text.indexOf('## A worked example'), text.indexOf('## Transactions'))
      .replace(/\s+/g, ' ')
    expect(example).toContain(`The shop received ${Number(received.value)}:`)
    expect(example).toContain(`The shop sent ${Number(sent.value)},`)
    expect(example).toContain(`Received: ${severe?.points} + ${medium?.points} = ${received.points},`)
    expect(example).toContain(`Sent: ${sent.points}.`)
    expect(example).toContain(`3 + ${sent.points}, rounded, is **${score}, ${level}**`)
  })
})

test('docs/methodology.md lists the default policy', () => {
  const policy = defaultRiskPolicy
  const list = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')
  const calculated = new Map(tableOf('Member', 'Default').map(({ Member, Default }) => [Member, Default]))
  const expected: Record<string, string> = {
    version: `\`${policy.version}\``,
    method: `\`${policy.method}\``,
    levels: list(policy.levels),
    own: list(policy.own),
    'received.weights': list(policy.received.weights),
    'received.decay': String(policy.received.decay),
    'received.hops': String(policy.received.hops),
    'sent.weights': list(policy.sent.weights),
    'sent.decay': String(policy.sent.decay),
    'sent.hops': String(policy.sent.hops),
    dust_usd: String(policy.dust_usd),
    least_share: String(policy.least_share),
    'budget.addresses': String(policy.budget.addresses),
    'budget.transfers': String(policy.budget.transfers),
    'budget.transfers_of_one': String(policy.budget.transfers_of_one),
    transfer: list(defaultTransferPolicy),
  }
  expect(Object.fromEntries(calculated)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([name, value]) => [`\`${name}\``, value])),
  )
  expect(text).toContain(`model version \`${modelVersion}\``)
})

test('docs/methodology.md lists every label category with its class and score', () => {
  const rows = tableOf('Class', 'Categories of labels')
  const said = (category: Category) =>
    rows.find((row) => row['Categories of labels']?.match(`\\b${category}\\b`))
  for (const category of categories) {
    const { riskClass } = categoryFacts[category]
    const score = riskClass === 'none' ? 3 : defaultRiskPolicy.own[riskClass]
    expect(said(category), category).toMatchObject({
      Class: riskClass,
      'Score of the address itself': String(score),
    })
  }
})
