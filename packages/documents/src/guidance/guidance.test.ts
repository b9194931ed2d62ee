import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSeededRandom } from '@touchstone/common'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../../../../test/support/shared-browser.ts'
import { testAll } from '../../../../test/support/test-all.ts'
import { createDice } from '../../tools/src/specimens/create-dice.ts'
import { type Disturbance, disturbances } from '../../tools/src/specimens/disturbances.ts'
import { drawPage } from '../../tools/src/specimens/draw-page.ts'
import { inventPerson } from '../../tools/src/specimens/invent-person.ts'
import { photographPage } from '../../tools/src/specimens/photograph-page.ts'
import { guideCapture } from './guide-capture.ts'

const dice = createDice(createSeededRandom('guidance'))
const person = inventPerson({ dice, kind: 'TD3', today: '2026-11-15' })
const specimen = drawPage({ kind: 'TD3', person, dice })
const photo = (
  change: Partial<Disturbance>,
  place: { fill?: number; shift?: readonly [number, number] } = {},
  page = specimen,
) =>
  photographPage({
    ...{ page, dice, width: 1000, height: 750 },
    level: { ...disturbances.faint, ...change },
    ...place,
  })

/**
 * Draws the page at the photo's resolution, because fine lines that the photo can't show would become noise.
 */
const small = drawPage({ kind: 'TD3', person, dice, pixelsPerMm: 3 })

let folder: string
let tab: Page
let script: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-guidance-'))
  await build({
    logLevel: 'silent',
    configFile: false,
    resolve: { conditions: ['@touchstone/source', 'module', 'browser'] },
    build: {
      outDir: folder,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL('./index.ts', import.meta.url)),
        formats: ['iife'],
        name: 'guidance',
        fileName: () => 'guidance.js',
      },
    },
  })
  script = readFileSync(join(folder, 'guidance.js'), 'utf8')
  tab = await (await sharedBrowser()).newPage()
  await tab.addScriptTag({ content: script })
})
afterAll(async () => {
  await tab?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the guidance for a frame decoded by the browser. */
function guideInBrowser(jpeg: Uint8Array) {
  return tab.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/jpeg;base64,${base64}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const frame = context?.getImageData(0, 0, image.width, image.height)
    const { guidance } = globalThis as unknown as {
      guidance: {
        guideCapture(frame: unknown): { ready: boolean; hints: { code: string }[]; zone?: number[][] }
      }
    }
    const { ready, hints, zone } = guidance.guideCapture(frame)
    return { ready, codes: hints.map(({ code }) => code), zone }
  }, Buffer.from(jpeg).toString('base64'))
}

test('does not use Node.js in the browser bundle', () => {
  expect(script).not.toMatch(/node:|require\(|process\./)
})

test('reports a good frame as ready in Chromium, with the zone at the position where it was drawn', async () => {
  const { jpeg, place } = photo({})
  const { ready, codes, zone } = await guideInBrowser(jpeg)
  expect(codes).toEqual([])
  expect(ready).toBe(true)
  // Centre of the zone on a TD3 page, in millimetres from its upper left corner (ICAO Doc 9303 part 4).
  const depth = place[6] * 62.5 + place[7] * 77 + 1
  const expected = [
    (place[0] * 62.5 + place[1] * 77 + place[2]) / depth,
    (place[3] * 62.5 + place[4] * 77 + place[5]) / depth,
  ]
  const middle = [0, 1].map((axis) => (zone ?? []).reduce((sum, corner) => sum + (corner[axis] ?? 0) / 4, 0))
  expect(
    Math.hypot((middle[0] ?? 0) - (expected[0] ?? 0), (middle[1] ?? 0) - (expected[1] ?? 0)),
  ).toBeLessThan(40)
})

/** Checks one hint in Chromium, or all of them with --all. */
test.each([
  ['picture.blurred', () => photo({ blur: 4.5 })],
  ['document.too-far', () => photo({}, { fill: 0.36 })],
  // Characters of five pixels are detected as marks only after the image is enlarged.
  ['document.too-far', () => photo({}, { fill: 0.26 }, small)],
  ['document.cropped', () => photo({}, { shift: [0.15, 0] })],
  ['document.not-found', () => photo({}, { shift: [0, 0.6] })],
  ['picture.glare', () => photo({ glare: 1.6 })],
] as const)('%s is said', async (code, make) => {
  const { jpeg, raster } = make()
  if (testAll || code === 'picture.blurred') expect((await guideInBrowser(jpeg)).codes).toContain(code)
  expect(guideCapture(raster).hints.map((hint) => hint.code)).toContain(code)
})
