import { decodeText, type TextBytes } from './decode-text.ts'
import { limits } from './limits.ts'
import { listProblem } from './list-problem.ts'

/** The lines of a text that are not empty. */
export async function* readLines(
  bytes: TextBytes,
): AsyncGenerator<{ line: number; text: string; ended: boolean }> {
  let rest = ''
  let line = 0
  for await (const piece of decodeText(bytes)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > limits.fieldLength * 4) throw listProblem('list.too-large', { line })
    for (const text of lines) {
      line += 1
      if (text.trim() !== '') yield { line, text, ended: true }
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, text: rest, ended: false }
}
