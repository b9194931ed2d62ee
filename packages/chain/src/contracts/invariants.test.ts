import fc from 'fast-check'
import { type Address, encodeFunctionData, type Hex, parseEventLogs } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../test/support/test-all.ts'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { contractCalls } from './contract-calls.ts'
import { type CredentialKind, credentialKinds } from './credential-kinds.ts'
import { svcSbtAbi } from './svc-sbt-abi.ts'
import { svcVerifierAbi } from './svc-verifier-abi.ts'
import { createVerifierWorld } from './testing/create-verifier-world.ts'

let node: TestNode
let world: Awaited<ReturnType<typeof createVerifierWorld>>
beforeAll(async () => {
  node = await startTestNode()
  world = await createVerifierWorld(node.url)
})
afterAll(() => node.stop())

/** A model of the contract's rules that stores the expected state in maps. */
type Model = {
  last: number
  tokens: Map<number, { person: number; holder: number; kinds: Map<CredentialKind, boolean> }>
  mints: Set<number>
  grants: Set<number>
  /** The token or credential handle on which an approval is based, keyed by user. */
  approved: Map<number, { token?: number; handle?: number }>
  nullifiers: Map<number, number>
  handles: Set<number>
  /** Whether a token or a handle is suspended, and the order of its last change. */
  holds: Map<string, { suspended: boolean; order: number }>
  nonces: Map<number, number>
  paused: { sbt: boolean; verifier: boolean }
}
type Step = { run(model: Model): Promise<void> }
const user = (index: number) => world.users[index] as Address
const tokenOf = (model: Model, person: number) =>
  [...model.tokens].find(([, token]) => token.person === person)?.[0]

/**
 * Sends the call and checks that its outcome equals the outcome in the model: accepted, or rejected with the
 * given error.
 */
async function expectOutcome(from: Address, call: { to: Address; data: Hex }, refusal: string | undefined) {
  expect(await world.refusal(from, call)).toBe(refusal ?? 'accepted')
}

const person = fc.nat(2)
const anyUser = fc.nat(2)
const anyId = fc.nat(11)
const anyToken = fc.integer({ min: 1, max: 5 })
const anyKind = fc.constantFrom<CredentialKind>('kyc', 'address')

const mint = fc.record({ who: person, to: anyUser, kind: anyKind, mintId: anyId }).map(
  ({ who, to, kind, mintId }): Step => ({
    async run(model) {
      const held = tokenOf(model, who)
      const token = held === undefined ? undefined : model.tokens.get(held)
      const refusal = model.paused.sbt
        ? 'EnforcedPause'
        : model.mints.has(mintId)
          ? 'MintIdUsed'
          : token && token.holder !== to
            ? 'PersonHasToken'
            : undefined
      const ids = { person: world.id(`person ${who}`), mintId: world.id(`mint ${mintId}`) }
      await expectOutcome(world.minter, world.mintCall({ holder: user(to), kind, ...ids }), refusal)
      if (refusal) return
      model.mints.add(mintId)
      const id = held ?? ++model.last
      const kinds = token?.kinds ?? new Map()
      model.tokens.set(id, { person: who, holder: to, kinds: kinds.set(kind, true) })
    },
  }),
)
const burn = fc.record({ tokenId: anyToken, by: fc.option(anyUser) }).map(
  ({ tokenId, by }): Step => ({
    async run(model) {
      const token = model.tokens.get(tokenId)
      const allowed = by === null || token?.holder === by
      const refusal = token ? (allowed ? undefined : 'NotHolderNorRevoker') : 'ERC721NonexistentToken'
      const call = contractCalls.burn(world.sbt, { tokenId: BigInt(tokenId) })
      await expectOutcome(by === null ? world.operator : user(by), call, refusal)
      if (!refusal) model.tokens.delete(tokenId)
    },
  }),
)
const revokeKind = fc.record({ tokenId: anyToken, kind: anyKind }).map(
  ({ tokenId, kind }): Step => ({
    async run(model) {
      const token = model.tokens.get(tokenId)
      const refusal = token ? (token.kinds.get(kind) ? undefined : 'KindNotHeld') : 'ERC721NonexistentToken'
      const call = contractCalls.revokeKind(world.sbt, { tokenId: BigInt(tokenId), kind })
      await expectOutcome(world.operator, call, refusal)
      if (!refusal) token?.kinds.set(kind, false)
    },
  }),
)
const move = fc.record({ tokenId: anyToken, from: anyUser, to: anyUser }).map(
  ({ tokenId, from, to }): Step => ({
    async run() {
      const args = [user(from), user(to), BigInt(tokenId)] as const
      const data = encodeFunctionData({ abi: svcSbtAbi, functionName: 'transferFrom', args })
      await expectOutcome(user(from), { to: world.sbt, data }, 'Soulbound')
    },
  }),
)
const grant = fc.record({ to: anyUser, tokenId: anyToken, grantId: anyId }).map(
  ({ to, tokenId, grantId }): Step => ({
    async run(model) {
      const token = model.tokens.get(tokenId)
      const refusal = model.paused.verifier
        ? 'EnforcedPause'
        : model.grants.has(grantId)
          ? 'GrantIdUsed'
          : !token?.kinds.get('kyc')
            ? 'KindNotValid'
            : undefined
      const ids = { tokenId: BigInt(tokenId), grantId: world.id(`grant ${grantId}`) }
      await expectOutcome(world.operator, world.grantCall({ user: user(to), ...ids }), refusal)
      if (refusal) return
      model.grants.add(grantId)
      model.approved.set(to, { token: tokenId })
    },
  }),
)
const approve = fc.record({ who: person, by: anyUser, handle: fc.nat(2), late: fc.boolean() }).map(
  ({ who, by, handle, late }): Step => ({
    async run(model) {
      const bound = model.nullifiers.get(who)
      const nonce = model.nonces.get(by) ?? 0
      const challenge = late ? nonce + 1 : nonce
      const refusal = model.paused.verifier
        ? 'EnforcedPause'
        : late
          ? 'OtherChallenge'
          : model.handles.has(handle)
            ? 'CredentialRevoked'
            : model.holds.get(`handle ${handle + 1}`)?.suspended
              ? 'CredentialSuspended'
              : bound !== undefined && bound !== by
                ? 'NullifierUsed'
                : undefined
      const signals = { nullifier: BigInt(who + 1), handle: BigInt(handle + 1), challenge: BigInt(challenge) }
      await expectOutcome(user(by), await world.approval(user(by), signals), refusal)
      if (refusal) return
      model.nullifiers.set(who, by)
      model.nonces.set(by, nonce + 1)
      model.approved.set(by, { handle })
    },
  }),
)
const revoke = fc.record({ of: anyUser, byUser: fc.boolean() }).map(
  ({ of, byUser }): Step => ({
    async run(model) {
      const call = byUser ? world.revokeOwnCall() : world.revokeCall(user(of))
      await expectOutcome(byUser ? user(of) : world.operator, call, undefined)
      model.approved.delete(of)
      model.nonces.set(of, (model.nonces.get(of) ?? 0) + 1)
    },
  }),
)
const revokeHandle = fc.nat(2).map(
  (handle): Step => ({
    async run(model) {
      const call = contractCalls.revokeHandle(world.verifier, { handle: BigInt(handle + 1) })
      await expectOutcome(world.operator, call, model.handles.has(handle) ? 'CredentialRevoked' : undefined)
      model.handles.add(handle)
    },
  }),
)
const suspend = fc
  .record({
    kind: fc.constantFrom('token' as const, 'handle' as const),
    what: fc.integer({ min: 1, max: 3 }),
    suspended: fc.boolean(),
    order: fc.integer({ min: 1, max: 6 }),
  })
  .map(
    ({ kind, what, suspended, order }): Step => ({
      async run(model) {
        const name = `${kind} ${what}`
        const isOld = order <= (model.holds.get(name)?.order ?? 0)
        const until = suspended ? Number(await world.now()) + 6 * 24 * 3600 : 0
        const call = contractCalls.suspend(world.verifier, { kind, what: BigInt(what), until, order })
        await expectOutcome(world.operator, call, isOld ? 'OldSuspension' : undefined)
        if (!isOld) model.holds.set(name, { suspended, order })
      },
    }),
  )
const pause = fc.constantFrom('sbt' as const, 'verifier' as const).map(
  (which): Step => ({
    async run(model) {
      const functionName = model.paused[which] ? 'unpause' : 'pause'
      const data = encodeFunctionData({ abi: svcSbtAbi, functionName })
      await expectOutcome(world.admin, { to: world[which], data }, undefined)
      model.paused[which] = !model.paused[which]
    },
  }),
)

async function expectSameAsModel(model: Model) {
  const sbt = { abi: svcSbtAbi, address: world.sbt } as const
  for (const who of [0, 1, 2]) {
    const args = [world.id(`person ${who}`)] as const
    const tokenId = await world.client.readContract({ ...sbt, functionName: 'tokenOfPerson', args })
    expect(Number(tokenId)).toBe(tokenOf(model, who) ?? 0)
  }
  for (let tokenId = 1; tokenId <= model.last; tokenId += 1) {
    const token = model.tokens.get(tokenId)
    for (const kind of ['kyc', 'address'] as const) {
      const args = [BigInt(tokenId), credentialKinds[kind]] as const
      const valid = await world.client.readContract({ ...sbt, functionName: 'isValid', args })
      expect(valid).toBe(token?.kinds.get(kind) ?? false)
    }
  }
  for (const index of [0, 1, 2]) {
    const approval = model.approved.get(index)
    const holds =
      approval && (approval.token === undefined || model.tokens.get(approval.token)?.kinds.get('kyc'))
    const revoked = approval?.handle !== undefined && model.handles.has(approval.handle)
    const basis =
      approval?.token === undefined ? `handle ${(approval?.handle ?? 0) + 1}` : `token ${approval.token}`
    const suspended = model.holds.get(basis)?.suspended
    const args = [world.shop, user(index)] as const
    const verifier = { abi: svcVerifierAbi, address: world.verifier, args } as const
    expect(await world.client.readContract({ ...verifier, functionName: 'verify' })).toBe(
      Boolean(holds && !revoked && !suspended),
    )
    expect(await world.client.readContract({ ...verifier, functionName: 'hasApproved' })).toBe(
      approval !== undefined,
    )
  }
}

/**
 * Checks invariants that must hold after any sequence of calls, using the chain's logs instead of the model.
 */
async function expectHistoryIsSound() {
  const logs = await world.client.getLogs({ address: world.sbt, fromBlock: 0n })
  const moves = parseEventLogs({ abi: svcSbtAbi, logs, eventName: 'Transfer' })
  const holders = new Map<bigint, Address>()
  for (const { args } of moves) {
    const zero = '0x0000000000000000000000000000000000000000'
    // The logs contain only mints and burns. No token was transferred, and no token id was reused.
    expect([args.from, args.to]).toContain(zero)
    if (args.from === zero) expect(holders.has(args.tokenId)).toBe(false)
    holders.set(args.tokenId, args.to)
  }
  const minted = parseEventLogs({ abi: svcSbtAbi, logs, eventName: 'KindSet' }).map(({ args }) => args.mintId)
  expect(new Set(minted).size).toBe(minted.length)
  const verifierLogs = await world.client.getLogs({ address: world.verifier, fromBlock: 0n })
  const granted = parseEventLogs({ abi: svcVerifierAbi, logs: verifierLogs, eventName: 'Granted' })
  expect(new Set(granted.map(({ args }) => args.grantId)).size).toBe(granted.length)
}

test('accepts and rejects the same calls as the model, in any sequence', async () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 5, arbitrary: mint },
      { weight: 2, arbitrary: burn },
      { weight: 2, arbitrary: revokeKind },
      { weight: 1, arbitrary: move },
      { weight: 5, arbitrary: grant },
      { weight: 4, arbitrary: approve },
      { weight: 3, arbitrary: revoke },
      { weight: 1, arbitrary: revokeHandle },
      { weight: 3, arbitrary: suspend },
      { weight: 1, arbitrary: pause },
    ),
    { minLength: 10, maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const clean = await world.client.snapshot()
      const model: Model = {
        last: 0,
        tokens: new Map(),
        mints: new Set(),
        grants: new Set(),
        approved: new Map(),
        nullifiers: new Map(),
        handles: new Set(),
        holds: new Map(),
        nonces: new Map(),
        paused: { sbt: false, verifier: false },
      }
      for (const step of sequence) await step.run(model)
      await expectSameAsModel(model)
      await expectHistoryIsSound()
      await world.client.revert({ id: clean })
    }),
    { numRuns: runs(12) },
  )
})
