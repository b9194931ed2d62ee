import fc from 'fast-check'
import { type EvmTransaction, zeroAddress } from './evm-history.ts'

/** The addresses of generated histories. The last ones are a contract and a supported token's contract. */
export const evmAddress = (index: number) => `0x${'ab'.repeat(19)}${index.toString(16).padStart(2, '0')}`

const party = fc.integer({ min: 0, max: 4 }).map(evmAddress)
const partyOrZero = fc.oneof(
  { weight: 5, arbitrary: party },
  { weight: 1, arbitrary: fc.constant(zeroAddress) },
)
const amount = fc.oneof(fc.constant(0n), fc.constant(5n), fc.bigInt({ min: 0n, max: 10n ** 27n }))
const unsupported = `0x${'cd'.repeat(20)}`

/** Generates transactions of several kinds, many of them in the same block, with equal transfers. */
export const evmHistories = (contracts: readonly string[]) =>
  fc
    .array(
      fc.record({
        block: fc.integer({ min: 1, max: 12 }),
        call: fc.option(
          fc.record({
            from: party,
            to: fc.option(party, { nil: undefined, freq: 6 }),
            value: amount,
            fee: fc.bigInt({ min: 0n, max: 10n ** 16n }),
            failed: fc.boolean(),
          }),
          { nil: undefined, freq: 4 },
        ),
        internals: fc.array(
          fc.record({
            from: party,
            to: party,
            value: amount,
            type: fc.constantFrom('call', 'create', 'delegatecall'),
            failed: fc.boolean(),
          }),
          { maxLength: 3 },
        ),
        tokens: fc.array(
          fc.record({
            contract: fc.constantFrom(...contracts, unsupported),
            from: partyOrZero,
            to: party,
            value: amount,
          }),
          { maxLength: 4 },
        ),
      }),
      { maxLength: 40, size: 'max' },
    )
    .map((drawn) =>
      drawn
        .sort((one, other) => one.block - other.block)
        .map(
          ({ block, call, internals, tokens }, index): EvmTransaction => ({
            hash: `0x1${index.toString(16).padStart(63, '0')}`,
            block,
            time: 1_600_000_000 + 12 * block,
            ...(call && { call: { ...call, ...(call.to === undefined && { created: evmAddress(9) }) } }),
            internals: internals.map((internal, at) => ({ ...internal, position: 2 ** 52 + at })),
            tokens: tokens.map((token, at) => ({ ...token, logIndex: 10 * index + at })),
          }),
        ),
    )
