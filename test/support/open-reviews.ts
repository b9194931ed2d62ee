import { silentLogger } from '@touchstone/common'
import { createProgram, startJourney } from '@touchstone/kyc'
import { openRuntime, readSettings } from '@touchstone/runtime'
import sharp from 'sharp'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { insertPictures } from '../../packages/verification/src/journey/review-picture-store.ts'
import { insertReview, type ReviewKind } from '../../packages/verification/src/journey/review-store.ts'
import { upsertVerification } from '../../packages/verification/src/journey/verification-store.ts'
import { reviewDetailColumn, reviewPictureColumn } from '../../packages/verification/src/sealed-columns.ts'

const hit = {
  ...{ list: 'un', version: '7', publishedAt: null, entryId: 'QDi.1', entryHash: 'ab', kind: 'person' },
  ...{ name: 'Ivan Example', primaryName: 'Ivan Petrovich Example', programs: ['AQ'] },
  ...{ score: 0.91, threshold: 0.8 },
  features: [
    { feature: 'name', part: 0.8, why: 'all parts agree' },
    { feature: 'birth-date', part: 0.11, why: 'the same year' },
  ],
  agreed: [{ asked: 'IVAN', listed: 'Ivan', similarity: 1 }],
}
const identity = { names: ['Ivan Example'] }

/** Details of reviews in the form in which the steps of a journey create them. */
const details: Readonly<Record<ReviewKind, object>> = {
  sanction: { identity, hits: [hit], policy: 'test@1' },
  rescreening: { identity, hits: [hit], policy: 'test@1' },
  faceprint: {
    reasons: [{ code: 'uniqueness.similar-face-and-birth-year', text: 'born in the same year' }],
    ...{ limits: { greyOfBirthYear: 0.9 }, version: 'uniqueness-1', checks: [] },
    lookAlikes: [
      {
        ...{ faceprint: 'none', model: 'built-in', distance: 0.3, searched: 900, strangers: 2e-4 },
        ...{ sameDocument: false, sameBirthYear: true },
      },
    ],
  },
  document: {
    read: { surname: 'EXAMPLE' },
    lines: ['P<UTOEXAMPLE<<IVAN<<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122M1204159<<<<<<<<<<<<<<06'],
  },
  liveness: { film: [{ atMs: 0, asked: 'look-ahead' }] },
  identity: { read: { surname: 'NEW' }, stored: [{ surname: 'EXAMPLE' }], checks: [] },
}

let people = 0

/**
 * Opens reviews for a new person in a new program of the merchant. Includes a picture if reviews of that kind
 * have pictures.
 */
export async function openReviews(
  { dataFolder, stores }: { dataFolder: string; stores: Record<string, string> },
  mchNo: string,
  kinds: readonly ReviewKind[],
): Promise<number[]> {
  const settings = readSettings({ folder: dataFolder, env: { ...stores, LEDGER_URL: 'off' } })
  const runtime = await openRuntime({ settings, logger: silentLogger })
  try {
    const { kyc, verification } = runtime
    const { programNo } = await createProgram(kyc, { mchNo, name: 'Reviewed', kind: 'KYC', active: true })
    const db = journeyTablesOf(verification)
    const opened: number[] = []
    for (const kind of kinds) {
      const login = `waits${++people}@example.com`
      const ssiWallet = `0x${String(people).padStart(40, '0')}`
      const { journeyId } = await startJourney(kyc, { programNo, login, ssiWallet, actor: 'user' })
      const at = new Date(runtime.clock.now() + people)
      await upsertVerification(db, { journeyId, attempt: 1, at })
      const place = reviewDetailColumn.at(journeyId, 1, kind)
      const detailSealed = kyc.vault.seal(JSON.stringify(details[kind]), place)
      const id = await insertReview(db, { journeyId, attempt: 1, kind, at, detailSealed })
      if (id === undefined) throw new Error('this review already exists')
      if (kind === 'document' || kind === 'liveness') {
        const picture = (await greyPicture()).toString('base64')
        const sealed = kyc.vault.seal(picture, reviewPictureColumn.at(id, 1))
        await insertPictures(db, id, [{ number: 1, sealed }], { reason: 'agreed', actor: 'user', at })
      }
      opened.push(id)
    }
    return opened
  } finally {
    await runtime.close()
  }
}

/** Returns a picture of a grey square. */
async function greyPicture(): Promise<Buffer> {
  const background = { r: 150, g: 150, b: 150 }
  return await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .jpeg()
    .toBuffer()
}
