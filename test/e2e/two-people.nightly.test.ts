import { expect, test } from 'vitest'
import { makeDocumentPhoto } from '../support/camera/index.ts'
import { during } from '../support/journeys/during.ts'
import { openVisit } from '../support/journeys/open-visit.ts'
import {
  agreeAndFinish,
  confirmDocument,
  showFace,
  signInByMail,
  uploadDocument,
} from '../support/journeys/people-do.ts'
import { type JourneyWorld, startJourneyWorld } from '../support/journeys/start-journey-world.ts'

// Two people verify themselves at the same time, each in a browser with a simulated camera on the same machine as the
// service. The clock runs normally, so a capture that arrives late is rejected. Each round has a new demo, because the
// service recognises faces that it already knows.

const people = [
  { face: 'map-man', surname: 'Lovelace', givenNames: 'Ada', birthDate: '1985-12-10' },
  { face: 'blue-wall-man', surname: 'Hopper', givenNames: 'Grace', birthDate: '1986-12-09' },
] as const

async function verify(world: JourneyWorld, url: string, of: (typeof people)[number]): Promise<void> {
  const { face, surname, givenNames, birthDate } = of
  const today = new Date().toISOString().slice(0, 10)
  const fields = { surname, givenNames, birthDate, nationality: 'FRA', issuingState: 'FRA' }
  const { jpeg } = await makeDocumentPhoto({ today, face, fields })
  const visit = await openVisit({ url, person: { person: face } })
  await during(visit, async () => {
    await signInByMail(visit, world.smtp, `${givenNames.toLowerCase()}@example.com`)
    await uploadDocument(visit, jpeg)
    await confirmDocument(visit)
    await showFace(visit)
    await visit.sees('Share your location', 900_000)
    await visit.press('Share my location')
    await agreeAndFinish(visit)
    await visit.page.getByText('You are verified. Thank you.').waitFor({ timeout: 240_000 })
  })
}

test.each([1, 2, 3])('two people at the same time both pass (round %i)', { timeout: 1_500_000 }, async () => {
  const world = await startJourneyWorld()
  try {
    const url = await world.openShop('plain-page', world.server.demo.onChainProgramNo)
    const ended = await Promise.allSettled(people.map((person) => verify(world, url, person)))
    expect(ended.map((end) => (end.status === 'fulfilled' ? 'passed' : String(end.reason)))).toEqual([
      'passed',
      'passed',
    ])
  } finally {
    await world.stop()
  }
})
