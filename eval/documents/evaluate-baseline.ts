import { createRequire } from 'node:module'
import type { Progress } from '../../bench/support/progress.ts'
import { makePage } from './make-pages.ts'

/** What an open library reads of the same pages: `mrz-detection`, as it comes. */
export async function evaluateBaseline(options: {
  seed: string
  pages: number
  level: 'mild' | 'strong'
  progress: Progress
}): Promise<{ pages: number; exact: number } | undefined> {
  const { seed, pages, level, progress } = options
  const tools = loadBaseline()
  if (tools === undefined) return undefined
  let exact = 0
  for (let index = 0; index < pages; index++) {
    progress(`reading ${level} pages by mrz-detection`, index, pages)
    const turns = index % 10 === 3 ? 2 : index % 10 === 6 ? 1 : 0
    const page = makePage({ seed, index, level, turns })
    try {
      const image = await tools.load(Buffer.from(page.jpeg))
      const { mrz } = await tools.read(tools.find(image))
      if (mrz.join('\n') === page.lines.join('\n')) exact += 1
    } catch {
      // It throws where it finds nothing.
    }
  }
  return { pages, exact }
}

type Baseline = {
  load(bytes: Buffer): Promise<unknown>
  find(image: unknown): unknown
  read(zone: unknown): Promise<{ mrz: string[] }>
}

function loadBaseline(): Baseline | undefined {
  try {
    const require = createRequire(import.meta.url)
    const { getMrz, readMrz } = require('mrz-detection') as {
      getMrz(image: unknown): unknown
      readMrz(zone: unknown): Promise<{ mrz: string[] }>
    }
    const own = createRequire(require.resolve('mrz-detection'))
    const { Image } = own('image-js') as { Image: { load(bytes: Buffer): Promise<unknown> } }
    return { load: (bytes) => Image.load(bytes), find: getMrz, read: readMrz }
  } catch {
    return undefined
  }
}
