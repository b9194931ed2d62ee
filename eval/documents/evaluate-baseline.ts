import { loadMrzDetection } from '../../bench/documents/load-mrz-detection.ts'
import type { Progress } from '../../bench/support/progress.ts'
import { makePage } from './make-pages.ts'

/**
 * Reads the evaluation pages with the open-source library mrz-detection. Returns undefined if the library is
 * not installed.
 */
export async function evaluateBaseline(options: {
  seed: string
  pages: number
  level: 'mild' | 'strong'
  progress: Progress
}): Promise<{ pages: number; exact: number } | undefined> {
  const { seed, pages, level, progress } = options
  const read = loadMrzDetection()
  if (read === undefined) return undefined
  let exact = 0
  for (let index = 0; index < pages; index++) {
    progress(`reading ${level} pages with mrz-detection`, index, pages)
    const turns = index % 10 === 3 ? 2 : index % 10 === 6 ? 1 : 0
    const page = makePage({ seed, index, level, turns })
    if ((await read(page.jpeg)).join('\n') === page.lines.join('\n')) exact += 1
  }
  return { pages, exact }
}
