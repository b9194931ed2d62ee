import type { Progress } from '@touchstone/runtime/command-line'
import type { Terminal } from '../terminal.ts'

/** One line that rewrites itself on a terminal; elsewhere each piece of work is named once. Goes to stderr. */
export function progressLine(stream: Terminal['stderr']): { step: Progress; done(): void } {
  let lastLabel = ''
  let open = false
  return {
    step({ label, done, total }) {
      if (!stream.isTTY) {
        const kind = label.replaceAll(/\d+/g, '')
        if (kind !== lastLabel) stream.write(`touchstone: ${label} …\n`)
        lastLabel = kind
        return
      }
      const share = total > 0 ? Math.min(1, done / total) : 1
      const filled = Math.round(share * 24)
      const bar = `[${'='.repeat(filled)}${' '.repeat(24 - filled)}]`
      stream.write(`\r\u001b[K${label} ${bar} ${Math.floor(share * 100)}%`)
      open = true
    },
    done() {
      if (open) stream.write('\r\u001b[K')
      open = false
    },
  }
}
