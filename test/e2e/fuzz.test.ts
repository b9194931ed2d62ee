import { createClient } from '@touchstone/client'
import { envelopes, type Operation, operations } from '@touchstone/contract'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { testAll } from '../support/test-all.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
let batchId: string
const rejections: unknown[] = []
const remember = (reason: unknown) => rejections.push(reason)
beforeAll(async () => {
  process.on('unhandledRejection', remember)
  server = await startTestServer({ env: { TOUCHSTONE_TRUST_PROXY: '1' } })
  const item = { coin: 'ETH', address: ethAddresses()[0] }
  batchId = (await createClient(server.demo).scoreBatch({ items: [item], async: true })).batch_id
}, demoTimeout)
afterAll(async () => {
  await server.stop()
  process.off('unhandledRejection', remember)
})

const ajv = new Ajv({ strict: false })
type ObjectSchema = { properties: Record<string, { type?: string; enum?: unknown[]; const?: unknown }> }

/** Generates arbitrary JSON values, with a preference for values that often break programs. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    0,
    -1,
    1,
    2,
    1e9,
    1e300,
    '',
    '1',
    '\0',
    '__proto__',
    'constructor',
    "'",
    true,
    null,
  ),
)

/**
 * Generates requests that resemble the operation's schema. Each field is valid, known, invalid or missing.
 */
function nearSchema(operation: Operation) {
  const { properties } = operation.request as unknown as ObjectSchema
  const isTime = (name: string) => properties[name]?.type === 'integer'
  const times = fc.constantFrom(undefined, 0, 1_760_000_000)
  const known: Record<string, fc.Arbitrary<unknown>> = {
    mchNo: fc.constantFrom(server.demo.mchNo),
    appId: fc.constantFrom(server.demo.mchNo),
    mch_no: fc.constantFrom(server.demo.mchNo),
    apiKey: fc.constantFrom(server.demo.apiKey),
    api_key: fc.constantFrom(server.demo.apiKey),
    programNo: fc.constantFrom(...programsOf(operation)),
    account: fc.constantFrom(...server.wallets.values()),
    userAccount: fc.constantFrom(...server.wallets.values()),
    coin: fc.constantFrom('ETH', 'ETH', 'ETH', 'ETH', 'USDT-ERC20', 'BTC', 'nothing'),
    address: fc.constantFrom(...ethAddresses()),
    txid: fc.constantFrom(undefined, undefined, undefined, `0x${'00'.repeat(32)}`),
    url: fc.constantFrom(undefined, undefined, undefined, 'https://example.com/hooks'),
    start_timestamp: fc.constantFrom(undefined, 0, 1_760_000_000),
    end_timestamp: fc.constantFrom(undefined, 1_790_000_000, 5_000_000_000),
    reference: fc.integer({ min: 1, max: 30 }).map((number) => `fuzz-${number}`),
    time: fc.constantFrom(undefined, undefined, 1_760_000_000),
    customer: fc.constantFrom('customer-1', 'customer-2'),
    cursor: fc.constantFrom(undefined, '1000'),
    direction: fc.constantFrom('deposit', 'withdrawal'),
    attempt: fc.constantFrom(undefined, undefined, undefined, true),
    customer_country: fc.constantFrom(undefined, 'FR'),
    page: fc.constantFrom(1, 1, 1, 2, 2_147_483_647),
    items: fc.array(
      fc.oneof(
        {
          weight: 9,
          arbitrary: fc.record({ coin: fc.constant('ETH'), address: fc.constantFrom(...ethAddresses()) }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            coin: fc.string({ unit: 'binary' }),
            address: fc.string({ unit: 'binary' }),
          }),
        },
      ),
      { maxLength: 4 },
    ),
    async: fc.constantFrom(undefined, true, false),
    request_id: fc.constantFrom(undefined, undefined, 'one', 'two'),
    batch_id: fc.constantFrom(batchId, batchId, batchId, 'unknown'),
    from: isTime('from') ? times : fc.constantFrom(...ethAddresses()),
    to: isTime('to') ? times : fc.constantFrom(...ethAddresses()),
    types: fc.constantFrom(undefined, ['kyc.passed']),
    amount: fc.constantFrom('0', '1', '1', '0.000001'),
    calldata: fc.constantFrom(undefined, undefined, '0x', '0xdeadbeef', `0xa9059cbb${'0'.repeat(128)}`),
    chainId: fc.constantFrom('137', '137', '8453', '1', 'solana', '5'),
  }
  const fields = Object.entries(properties).map(([name, schema]) => {
    const typed: fc.Arbitrary<unknown> =
      schema.const !== undefined
        ? fc.constant(schema.const)
        : schema.enum
          ? fc.constantFrom(...schema.enum)
          : schema.type === 'integer'
            ? fc.integer({ min: -3, max: 5 })
            : fc.string({ unit: 'binary' })
    const right = known[name] ?? typed
    const field = fc.oneof(
      { weight: 20, arbitrary: right },
      { weight: 1, arbitrary: typed },
      { weight: 1, arbitrary: anything },
      { weight: 1, arbitrary: fc.constant(undefined) },
    )
    return [name, field] as const
  })
  return fc.record(Object.fromEntries(fields))
}

function ethAddresses(): [string, ...string[]] {
  const [first = '', ...others] = server.demo.addresses
    .filter(({ coin }) => coin === 'ETH')
    .map(({ address }) => address)
  return [first, ...others]
}

/** Most programs are of a kind that the operation supports. The remaining programs are of another kind. */
function programsOf({ id }: Operation): [string, ...string[]] {
  const { programNo, poaProgramNo, poaiProgramNo } = server.demo
  const own =
    { queryPoAInfoByAddress: poaProgramNo, queryKycInfoByAddressForPoa: poaiProgramNo }[id] ?? programNo
  return [own, own, own, own, programNo, poaProgramNo, poaiProgramNo]
}

const served = Object.values<Operation>(operations).map((operation) => [operation.id, operation] as const)
const asksLedger = ([, { path }]: (typeof served)[number]) => path.includes('/kyt/')
const title = '%s: never causes a server error, and returns only responses that match its schema'

test.each(served.filter((each) => !asksLedger(each)))(title, fuzz)
test.each(served.filter(asksLedger))(title, fuzz)

async function fuzz(_id: string, operation: Operation): Promise<void> {
  const { success, error } = envelopes[operation.envelope]
  const isSuccess = ajv.compile(success(operation.data))
  const isError = ajv.compile(error)
  let successes = 0
  const property = fc.asyncProperty(
    fc.oneof({ weight: 9, arbitrary: nearSchema(operation) }, anything),
    async (input) => {
      const { http, body } = await send(operation, input)
      expect(http).toBeLessThan(500)
      expect(http).not.toBe(429)
      expect(isSuccess(body) || isError(body), JSON.stringify(body)).toBe(true)
      if (isSuccess(body)) successes++
    },
  )
  // A third of the runs is enough if these runs produced enough successful responses.
  for (let third = 0; third < 3 && (testAll || successes <= 5); third++)
    await fc.assert(property, { numRuns: 50 })
  // Without successful responses, the test would exercise only the input validation.
  expect(successes).toBeGreaterThan(5)
  expect(rejections).toEqual([])
}

let calls = 0

async function send(operation: Operation, input: unknown) {
  const url = `${server.url}${operation.path}`
  // Keyless calls are limited by client address, so every call uses a different address.
  const headers = { 'x-forwarded-for': `10.0.${(calls >> 8) & 255}.${calls++ & 255}` }
  if (operation.method === 'POST') return await ask(url, { raw: JSON.stringify(input) ?? '', headers })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input ?? {}) as object)) {
    if (value !== undefined) query.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return await ask(`${url}?${query}`, { headers })
}
