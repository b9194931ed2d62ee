import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { clipFile } from '../../../../eval/faces/clips/read-clip.ts'
import { findChromium } from '../../../../test/support/chromium.ts'
import { modelFiles } from '../engine/model-files.ts'
import type { GuideView } from './create-guide.ts'

type Page = { lookAtCamera(frames: number): Promise<GuideView[]>; lookAtNothing(): Promise<GuideView> }

const root = fileURLToPath(new URL('.', import.meta.url))

/** The man before the map: two quiet seconds, then a turn to his right and one to his left, over and over. */
function makeCameraFile(folder: string): string {
  const file = join(folder, 'camera.mjpeg')
  const parts =
    '[0:v]split[a][b];[a]trim=9.9:11.1,setpts=PTS-STARTPTS[q];[b]trim=19.2:22.1,setpts=PTS-STARTPTS[t]'
  const filter = `${parts};[q][t]concat=n=2:v=1,scale=640:480,format=yuvj420p`
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-i',
    clipFile('cap12_edit'),
    '-filter_complex',
    filter,
    '-q:v',
    '3',
    file,
  ])
  return file
}

async function bundlePage(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@touchstone/source', 'module', 'browser', 'import', 'default'] },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(root, '../testing/guidance-page.ts'),
        formats: ['iife'],
        name: 'page',
        fileName: 'page',
      },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error('the page was not built')
  return chunk.code
}

test('in Chromium the guide finds the face of the camera, its place, its light and its turns', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-camera-'))
  const script = await bundlePage()
  // Nothing of Node may have come into what a browser loads.
  expect(script).not.toMatch(/require\("node:|from "node:/)
  const files = new Map(modelFiles().map(({ name, path }) => [`/models/${name}`, path]))
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const file = files.get(path)
    if (path.startsWith('/models/')) asked.push(path)
    if (file !== undefined) response.end(readFileSync(file))
    else if (path === '/page.js') response.setHeader('content-type', 'text/javascript').end(script)
    else if (path === '/')
      response.setHeader('content-type', 'text/html').end('<script src="/page.js"></script>')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${makeCameraFile(folder)}`,
    ],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    const views = await page.evaluate(() => (globalThis as unknown as { page: Page }).page.lookAtCamera(40))
    expect(views.filter(({ faces }) => faces === 1).length).toBeGreaterThanOrEqual(38)
    expect(new Set(views.map(({ advice }) => advice))).toContain('ready')
    const yaws = views.flatMap(({ face }) => (face ? [face.pose.yaw] : []))
    const middle = [...yaws].sort((a, b) => a - b)[yaws.length >> 1] ?? 0
    expect(Math.max(...yaws) - middle).toBeGreaterThan(4)
    expect(middle - Math.min(...yaws)).toBeGreaterThan(4)
    const nothing = await page.evaluate(() => (globalThis as unknown as { page: Page }).page.lookAtNothing())
    expect(nothing).toMatchObject({ faces: 0, advice: 'no-face' })
    expect(asked.filter((path) => !files.has(path))).toEqual([])
  } finally {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true })
  }
})
