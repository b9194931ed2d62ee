import type { WebhookEvent } from '@touchstone/contract'
import {
  byServer,
  deliverEvents,
  eventsAfter,
  forgetLogin,
  loadJourney,
  makeWebhookSecret,
  setDefaultUrl,
} from '@touchstone/kyc'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { endRelationship } from '../../packages/verification/src/revocation/end-relationship.ts'
import { revokePerson } from '../../packages/verification/src/revocation/revoke-person.ts'
import { withdraw } from '../../packages/verification/src/revocation/withdraw.ts'
import { type AccountWorld, createAccountWorld, type Place, walletOf } from '../support/account-world.ts'
import { onBothEngines } from '../support/engines.ts'

// A merchant reads its events, or lets its receiver fail and has events sent again, to learn for which account
// a person verified without sharing, or after the person took the result back.

onBothEngines('accounts in events', (suite) => {
  let here: AccountWorld
  let place: Place
  let people = 0
  beforeAll(async () => {
    here = await createAccountWorld(suite.database)
  })
  beforeEach(async () => {
    place = await here.place({ checks: [] })
    const { mchNo: merchant } = place
    await makeWebhookSecret(here.world.kyc, { merchant, graceSeconds: 0 })
    await setDefaultUrl(here.world.kyc, { merchant, url: 'https://hooks.example.com/a' })
  })
  const account = walletOf('a')
  const login = () => `person-${++people}@example.com`
  const listed = async () =>
    (await eventsAfter(here.world.kyc, { merchant: place.mchNo, after: 0, limit: 100 })).events
      .map(({ event }) => event)
      .filter(({ type }) => !type.startsWith('key.'))
  /** Lets the receiver answer like this, and returns what it received. */
  const receive = async (isUp: boolean) => {
    const bodies: WebhookEvent[] = []
    const send = async ({ url, body }: { url: string; body: string }) => {
      if (url.endsWith('/a')) bodies.push(JSON.parse(body))
      return isUp ? ({ accepted: true } as const) : { accepted: false as const, problem: 'answered 500' }
    }
    while ((await deliverEvents(here.world.kyc, { send })) > 0);
    return bodies.filter(({ data }) => 'programNo' in data && data.programNo === place.program.programNo)
  }
  const typesOf = (events: readonly WebhookEvent[]) => events.map(({ type }) => type)
  const aDayLater = () => here.world.clock.advance(11 * 3_600_000)

  test('are in no event before the person agrees to share', async () => {
    const visit = await here.visit(place, login(), account)
    await here.walks.identified(visit)
    await here.walks.minted(visit)
    const events = [...(await listed()), ...(await receive(true))]
    expect(typesOf(events)).toContain('kyc.token_minted')
    expect(JSON.stringify(events)).not.toContain(account)
  })

  test('are in the events of the share, and in no event after the person withdraws consent', async () => {
    const visit = await here.visit(place, login(), account)
    await here.walks.identified(visit)
    await here.walks.share(visit)
    const shared = (await listed()).filter(({ data }) => 'account' in data && data.account === account)
    expect(typesOf(shared)).toEqual(['kyc.passed', 'kyc.shared'])
    // The receiver fails, so the deliveries are still to be repeated when the person withdraws.
    expect(JSON.stringify(await receive(false))).toContain('kyc.started')
    await withdraw(here.world, visit)
    aDayLater()
    expect(typesOf(await receive(true))).toEqual(['kyc.withdrawn'])
    expect(typesOf(await listed())).toEqual(['kyc.withdrawn'])
    expect(JSON.stringify(await listed())).not.toContain(account)
  })

  test('are in no event after the merchant ends the relationship', async () => {
    const visit = await here.visit(place, login(), account)
    await here.walks.identified(visit)
    await here.walks.share(visit)
    const last = (await listed()).at(-1)?.data
    const svcId = (last && 'svcId' in last && last.svcId) || ''
    await endRelationship(here.world, { mchNo: place.mchNo, svcId }, byServer)
    expect(typesOf(await listed())).toEqual(['kyc.withdrawn'])
    expect(typesOf(await receive(true))).toEqual(['kyc.withdrawn'])
  })

  test('are in no event after the result is revoked, even if an earlier event is sent only then', async () => {
    const visit = await here.visit(place, login(), account)
    await here.walks.identified(visit)
    await here.walks.share(visit)
    const { journey: { personId } = { personId: 0 } } =
      (await loadJourney(here.world.kyc, visit.journeyId)) ?? {}
    await revokePerson(here.world, { personId })
    const events = [...(await listed()), ...(await receive(true))]
    expect(typesOf(events)).toContain('kyc.shared')
    expect(typesOf(events).at(-1)).toBe('kyc.revoked')
    expect(JSON.stringify(events)).not.toContain(account)
    await forgetLogin(here.world.kyc, personId)
    expect((await listed()).map(({ data }) => 'svcId' in data && data.svcId)).toEqual(
      (await listed()).map(() => null),
    )
  })
})
