import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { modelFiles } from '@touchstone/biometrics'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { findChromium } from '../chromium.ts'
import { clipFile } from './read-clip.ts'

/** For a frame, the part of the guide's result that the page uses. */
export type PageView = { faces: number; advice: string; face?: { pose: { yaw: number } } }

/**
 * The page's guidance in a real Chromium, with a video as its camera. In the video, a man looks ahead, then
 * turns to his right and to his left.
 */
export type GuidancePage = {
  script: string
  lookAtCamera(frames: number): Promise<{ views: PageView[]; ms: number[] }>
  lookAtNothing(): Promise<PageView>
  /** Requested files that are not in `modelFiles()`. */
  missing: string[]
  close(): Promise<void>
}

type PageExports = {
  lookAtCamera(frames: number): Promise<{ views: PageView[]; ms: number[] }>
  lookAtNothing(): Promise<PageView>
}

const require = createRequire(import.meta.url)

export async function openGuidance(): Promise<GuidancePage> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-camera-'))
  const script = await bundlePage()
  const files = new Map(modelFiles().map(({ name, path }) => [`/models/${name}`, path]))
  const missing: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const file = files.get(path)
    if (path.startsWith('/models/') && file === undefined) missing.push(path)
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
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  return {
    script,
    missing,
    lookAtCamera: (frames) =>
      page.evaluate(
        (count) => (globalThis as unknown as { page: PageExports }).page.lookAtCamera(count),
        frames,
      ),
    lookAtNothing: () =>
      page.evaluate(() => (globalThis as unknown as { page: PageExports }).page.lookAtNothing()),
    async close() {
      await browser.close()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Chromium accepts only a file as its camera. Faces in the file are detected only if the colours use the JPEG
 * range.
 */
function makeCameraFile(folder: string): string {
  const file = join(folder, 'camera.mjpeg')
  const quiet = '[a]trim=9.9:11.1,setpts=PTS-STARTPTS[quiet]'
  const turns = '[b]trim=19.2:22.1,setpts=PTS-STARTPTS[turns]'
  const joined = '[quiet][turns]concat=n=2:v=1,scale=640:480,format=yuvj420p'
  const filter = `[0:v]split[a][b];${quiet};${turns};${joined}`
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
  const entry = join(dirname(require.resolve('@touchstone/biometrics')), '../src/testing/guidance-page.ts')
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@touchstone/source', 'module', 'browser', 'import', 'default'] },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'page', fileName: 'page' } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error('the page has not been built')
  return chunk.code
}
