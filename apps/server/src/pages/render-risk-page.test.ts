import { amount, exactAmount, percent } from '@touchstone/design'
import { defaultRiskPolicy } from '@touchstone/kyt'
import { expect, test } from 'vitest'
import { readable, unbalanced } from '../../../../test/support/markup.ts'
import { assetsPath, loadPageAssets } from './load-page-assets.ts'
import { pathStops } from './parts/risk/path-stops.ts'
import { sideParts } from './parts/risk/side-parts.ts'
import { renderRiskPage } from './render-risk-page.ts'
import type { ExplainedSide, Piece, PieceStep, RiskPageModel } from './risk-page-model.ts'

const assets = loadPageAssets()
const styles = ['touchstone.css', 'start-page.css', 'risk-page.css'].map(
  (name) => assets.get(name)?.body.toString('utf8') ?? '',
)

const requested = '0xd2085c17f7548109cbd17a506a4b235729141807'
const mule = '0x158acb1d1464359ff1d036f8703c1b6e56066ad9'
const thief = '0xf542f0d3eaeafe2b8db93c6cea4d3bba9ed7a991'
const exchanger = '0x00000000000000000000000000000000000000ff'

const step = (address: string, more: Partial<PieceStep> = {}): PieceStep => ({
  address,
  tx: `0x${'ab'.repeat(32)}`,
  coin: 'ETH',
  time: 1_773_781_236,
  through: '',
  swap: false,
  ...more,
})

const piece: Piece = {
  direction: 'received',
  class: 'severe',
  category: 'theft',
  label: 'Halcyon Bridge exploiter',
  incident: 'Halcyon Bridge exploit',
  label_source: 'Demo world',
  label_version: '7',
  address: thief,
  addresses: 1,
  hops: 2,
  inferred: false,
  weight: '90.250000',
  value: '1200.000000',
  share: 0.12,
  path: [
    step(mule, { through: exchanger }),
    step(mule, { coin: 'USDT-ERC20', swap: true, through: exchanger }),
    step(thief, { coin: 'USDT-ERC20' }),
  ],
}

const nothing: ExplainedSide = {
  value: '0.000000',
  returned: '0.000000',
  points: '0.000000',
  classes: [],
  ended: {
    service: '0.000000',
    issued: '0.000000',
    unrecorded: '0.000000',
    held: '0.000000',
    fees: '0.000000',
  },
  not_followed: {
    hops: '0.000000',
    small: '0.000000',
    budget: '0.000000',
    busy: '0.000000',
    older: '0.000000',
  },
  not_followed_share: 0,
  inferred: '0.000000',
  inferred_share: 0,
  unrecorded_share: 0,
}

const received: ExplainedSide = {
  ...nothing,
  value: '10000.000000',
  returned: '25.000000',
  points: '31.263502',
  classes: [
    {
      class: 'severe',
      tainted: '1200.000000',
      hops: 2,
      within: '1200.000000',
      of: '10000.000000',
      root: '0.346410',
      weight: 95,
      decay: '0.950000',
      points: '31.263502',
      dust: false,
    },
  ],
  ended: { ...nothing.ended, service: '6000.000000' },
  not_followed: { ...nothing.not_followed, hops: '2799.999999', small: '0.000001' },
}

const complete: RiskPageModel['explanation']['coverage'] = {
  ...{ state: 'complete', from: 1_700_000_000, to: 1_790_000_000, as_of: 1_790_000_000, sources: ['follow'] },
  note: 'The ledger contains every transfer on this network up to block 9.',
}
const partial: typeof complete = { ...complete, state: 'partial', note: 'The blocks before 7 are missing.' }
const none: typeof complete = { ...complete, state: 'none', from: null, to: null, note: 'Nothing is known.' }

const model: RiskPageModel = {
  what: 'A shop',
  coin: 'ETH',
  address: requested,
  curl: `curl -s http://localhost:8080/explain -d '{"coin":"ETH"}'`,
  explanation: {
    score: 34,
    risk_level: 'Moderate',
    hacking_event: 'Halcyon Bridge exploit',
    detail_list: [],
    coverage: complete,
    known: true,
    model: {
      version: '2',
      method: 'haircut',
      policy_version: '1',
      policy_fingerprint: 'abfa413ddaa4cdfb',
    },
    data: { newest_block: 26_325_861, ledger_version: 3, label_version: 2, price_version: 1 },
    value_unit: 'USD',
    unpriced_coins: [],
    own: null,
    exposure_counts: true,
    received,
    sent: nothing,
    pieces: [piece],
    reasons: ['Of 10000 USD received, 1200 USD came from …', 'Score: 3 + 31.26, rounded to 34, Moderate.'],
    reason_codes: [],
    coverage_codes: [],
    policy: defaultRiskPolicy,
  },
}
const { explanation } = model

const many = Array.from({ length: 11 }, (_, index) => ({
  ...piece,
  label: `Thief ${index}`,
  value: `${100 + index}.000000`,
}))
const gathered: Piece = { ...piece, address: '', label: '', category: '', path: [], addresses: 12 }
const low: typeof explanation = { ...explanation, score: 3, risk_level: 'Low', received: nothing, pieces: [] }
const unknown: typeof explanation = { ...low, known: false, coverage: none, reasons: ['Score: 3, Low.'] }

const pages = {
  usual: renderRiskPage(model),
  sent: renderRiskPage({
    ...model,
    explanation: { ...explanation, sent: received, pieces: [{ ...piece, direction: 'sent' }] },
  }),
  inferred: renderRiskPage({
    ...model,
    explanation: {
      ...explanation,
      received: { ...received, inferred: '1200.000000', inferred_share: 0.12 },
      pieces: [{ ...piece, inferred: true }],
    },
  }),
  many: renderRiskPage({ ...model, explanation: { ...explanation, pieces: many } }),
  gathered: renderRiskPage({ ...model, explanation: { ...explanation, pieces: [gathered] } }),
  clean: renderRiskPage({ ...model, explanation: { ...explanation, pieces: [] } }),
  empty: renderRiskPage({ ...model, explanation: low }),
  partial: renderRiskPage({ ...model, explanation: { ...low, coverage: partial } }),
  unknown: renderRiskPage({ ...model, explanation: unknown }),
  pool: renderRiskPage({
    ...model,
    explanation: { ...low, exposure_counts: false },
  }),
}

for (const [name, page] of Object.entries(pages)) {
  test(`${name}: is well-formed, complies with its content security policy, and uses only existing files and styles`, () => {
    expect(unbalanced(page)).toBeUndefined()
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, id] of page.matchAll(/ aria-labelledby="([^"]*)"/g)) expect(ids).toContain(id)
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:|<script(?! src="\/assets\/)/i)
    for (const [, path = ''] of page.matchAll(/ (?:src|href)="(\/assets\/[^"]*)"/g)) {
      expect([...assets.keys()]).toContain(path.slice(assetsPath.length))
    }
    const styled = new Set(styles.join('').match(/\.[a-z][a-z-]*/g))
    for (const [, classes = ''] of page.matchAll(/ class="([^"]*)"/g)) {
      for (const each of classes.split(' ')) expect(styled).toContain(`.${each}`)
    }
  })
}

test('explains inferred amounts and no other amounts', () => {
  expect(pages.inferred).toContain('12% exceeded the recorded balance of an address on the path')
  expect(pages.inferred).toContain('>inferred</span>')
  expect(pages.usual).not.toContain('inferred')
})

test('takes every colour and text size from the design package', () => {
  const [design = '', , css = ''] = styles
  const defined = new Set(design.match(/--[a-z0-9-]+(?=:)/g))
  for (const [, name] of css.matchAll(/var\((--[a-z0-9-]+)\)/g)) expect(defined).toContain(name)
  expect(css).not.toMatch(/#[0-9a-f]{3,8}\b|rgb\(|hsl\(/i)
  for (const [, value] of css.matchAll(/font-size: (.*);/g)) expect(value).toMatch(/^var\(--text-\d+\)$/)
})

test('shows the address, the risk, the reasons, the calculation and its inputs', () => {
  const text = readable(pages.usual)
  const shown = [
    ...['A shop', 'ETH', requested, '34', 'Moderate', ...explanation.reasons],
    ...['Halcyon Bridge exploiter', 'theft', 'severe', thief, mule, '12% of the funds received, 2 hops away'],
    ...['Demo world, edition 7', '1\u202f200.00\u00a0USD', 'through a service', 'swapped USDT-ERC20 for ETH'],
    ...['0.346410', '95', '0.950000', '31.263502', '25.00\u00a0USD more came back'],
    ...['version 2, method haircut', 'abfa413ddaa4cdfb', '26\u202f325\u202f861', model.curl],
  ]
  for (const value of shown) expect(text).toContain(value)
})

test('shows funds moving from the first stop to the last on both sides', () => {
  const came = pathStops(piece, requested)
  expect(came.map(({ address, role }) => [address, role])).toEqual([
    [thief, 'labelled'],
    [mule, 'between'],
    [requested, 'requested'],
  ])
  expect(came.map(({ arrival }) => arrival?.coin)).toEqual([undefined, 'USDT-ERC20', 'ETH'])
  expect(came[1]?.swaps).toMatchObject([{ given: 'USDT-ERC20', got: 'ETH' }])
  const went = pathStops({ ...piece, direction: 'sent' }, requested)
  expect(went.map(({ address }) => address)).toEqual([requested, mule, thief])
  expect(went.map(({ arrival }) => arrival?.coin)).toEqual([undefined, 'ETH', 'USDT-ERC20'])
  expect(went[1]?.swaps).toMatchObject([{ given: 'ETH', got: 'USDT-ERC20' }])
})

test('shows no transaction for aggregated transfers', () => {
  const summed = { ...piece, path: [step(thief, { tx: '' })] }
  const page = renderRiskPage({ ...model, explanation: { ...explanation, pieces: [summed] } })
  expect(readable(page)).toContain('ETH, all transfers combined')
  expect(page).not.toContain('<time')
})

test('draws parts that add up to the whole side and keeps small parts visible', () => {
  const parts = sideParts(explanation, 'received')
  expect(parts.reduce((sum, { value }) => sum + value, 0n)).toBe(10_000_000_000n)
  expect(parts.map(({ look }) => look)).toEqual(['severe', 'service', 'not-followed', 'not-followed'])
  expect(readable(pages.usual)).toContain('under 0.1%')
  expect(readable(pages.usual)).not.toContain('add up to more than the whole')
  const twice = { ...received, classes: received.classes.map((one) => ({ ...one, tainted: '10000.000000' })) }
  const poisoned = renderRiskPage({ ...model, explanation: { ...explanation, received: twice } })
  expect(readable(poisoned)).toContain('add up to more than the whole')
})

test('shows the eight largest pieces and the number of remaining pieces', () => {
  const labels = [...pages.many.matchAll(/Came from<\/span> (Thief \d+)</g)].map(([, label]) => label)
  expect(labels).toEqual([10, 9, 8, 7, 6, 5, 4, 3].map((index) => `Thief ${index}`))
  expect(readable(pages.many)).toContain('And 3 more.')
  expect(readable(pages.usual)).not.toContain('more.')
  expect(readable(pages.gathered)).toContain('12 smaller ones')
})

test('shows a sentence if there is nothing to draw', () => {
  expect(readable(pages.clean)).toContain('None of the traced funds came from or went to a risky address')
  expect(readable(pages.unknown)).toContain('No transfer or label is on record for this address')
  expect(readable(pages.unknown)).toContain('The ledger contains no transfers to or from this address.')
  expect(readable(pages.empty)).toContain('This address has never received or sent anything.')
  expect(readable(pages.partial)).toContain('No transfer to or from this address is on record.')
  expect(readable(pages.pool)).toContain('Funds are not traced through a service that pools them.')
  for (const page of [pages.unknown, pages.pool]) expect(page).not.toMatch(/<table|<ol/)
})

test('never shows missing data as a low risk', () => {
  const unknown = readable(pages.unknown)
  expect(unknown).toContain('No data')
  expect(unknown).toContain(none.note)
  expect(unknown).not.toMatch(/\bLow\b|risky address came|None of the traced/)
  expect(pages.unknown).not.toContain('badge-low')
  expect(pages.unknown).not.toContain('dial-mark')
  expect(pages.unknown).toContain('<title>A shop: No data · Touchstone</title>')

  expect(readable(pages.partial)).toContain('Low so far')
  expect(readable(pages.partial)).toContain(partial.note)
  expect(readable(pages.partial)).toContain('with the incomplete data')
  expect(pages.partial).not.toContain('badge-low')

  expect(pages.empty).toContain('badge-low')
})

test('renders every label, source and address as text', () => {
  const nasty = `"><script>alert('1')</script>`
  const labelled = { label: nasty, category: nasty, label_source: nasty, label_version: nasty }
  const steps = [
    step(nasty, { coin: nasty, tx: nasty, through: nasty }),
    step(nasty, { coin: nasty, swap: true, through: nasty }),
    step(nasty),
  ]
  const page = renderRiskPage({
    what: nasty,
    coin: nasty,
    address: nasty,
    curl: nasty,
    explanation: {
      ...explanation,
      hacking_event: nasty,
      own: { ...labelled, class: 'severe', score: 100 },
      pieces: [{ ...piece, ...labelled, incident: nasty, address: nasty, path: steps }],
      reasons: [nasty],
      value_unit: nasty,
      unpriced_coins: [nasty],
      model: { ...explanation.model, version: nasty, policy_version: nasty, policy_fingerprint: nasty },
    },
  })
  expect(page).not.toContain('<script>')
  expect(page).not.toContain('"">')
  expect(unbalanced(page)).toBeUndefined()
})

test('formats numbers readably without adding precision', () => {
  expect([0n, 4_999n, 5_000n, 1_234_567_895_000n].map((value) => amount(value))).toEqual([
    '0.00',
    'under 0.01',
    '0.01',
    '1\u202f234\u202f567.90',
  ])
  expect(['467630.280000', '1003052.335669', '7.000000'].map(exactAmount)).toEqual([
    '467\u202f630.28',
    '1\u202f003\u202f052.335669',
    '7',
  ])
  const shares = [percent(0n, 5n), percent(1n, 10_000n), percent(1n, 3n), percent(9_999n, 10_000n)]
  expect(shares).toEqual(['0%', 'under 0.1%', '33.3%', 'over 99.9%'])
  expect([percent(5n, 5n), percent(43n, 100n), percent(1n, 0n)]).toEqual(['100%', '43%', '0%'])
})
