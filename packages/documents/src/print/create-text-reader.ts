import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GrayRaster } from '@touchstone/images'
import { workerFile } from '@touchstone/workers'
import { createWorker, OEM, PSM } from 'tesseract.js'

/** Horizontal extent from `x` to `end`, in pixels. */
export type Word = { text: string; confidence: number; x: number; end: number }
export type TextLine = { words: Word[]; x: number; y: number; height: number }

export type TextReader = {
  /** `sparse`: words scattered over a card. `page`: a letter with columns and paragraphs. */
  read(gray: GrayRaster, layout: 'sparse' | 'page'): Promise<TextLine[]>
  close(): Promise<void>
}

/**
 * Runs Tesseract on printed text. The English data is a local file, so Tesseract neither contacts a server
 * nor writes a cache. Images are passed in memory.
 */
export async function createTextReader(): Promise<TextReader> {
  const folder = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
  const langPath = join(folder, '4.0.0_best_int')
  const workerPath = fileURLToPath(workerFile(import.meta.url, './text-worker.ts'))
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath,
    workerPath,
    cacheMethod: 'none',
    gzip: true,
  })
  let mode: string | undefined
  return {
    async read(gray, layout) {
      if (mode !== layout) {
        mode = layout
        await worker.setParameters({
          tessedit_pageseg_mode: layout === 'sparse' ? PSM.SPARSE_TEXT : PSM.AUTO,
          user_defined_dpi: '200',
          // By default, Tesseract retries unreadable text as white on black. Headings of letters can be
          // inverted, but card fields are not.
          tessedit_do_invert: layout === 'sparse' ? '0' : '1',
          debug_file: '/dev/null',
        })
      }
      const { data: page } = await worker.recognize(toPgm(gray), {}, { blocks: true, text: false })
      return (page.blocks ?? [])
        .flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
        .map((line) => ({
          words: line.words.map(({ text, confidence, bbox }) => ({
            text,
            confidence,
            x: bbox.x0,
            end: bbox.x1,
          })),
          x: line.bbox.x0,
          y: line.bbox.y0,
          height: line.bbox.y1 - line.bbox.y0,
        }))
    },
    async close() {
      await worker.terminate()
    },
  }
}

/** Encodes an image as PGM, the simplest format that Tesseract supports: a header followed by the pixels. */
function toPgm({ width, height, data }: GrayRaster): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data])
}
