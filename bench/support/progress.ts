export type Progress = (what: string, done?: number, total?: number) => void

/** Shows progress: on a terminal as a single line that is updated, and elsewhere as one line per step. */
export function showProgress(stream: NodeJS.WriteStream): { step: Progress; clear(): void } {
  const startedAt = performance.now()
  const printed = new Set<string>()
  return {
    step(what, done, total) {
      const seconds = `${Math.round((performance.now() - startedAt) / 1000)} s`.padStart(5)
      const part = done === undefined || total === undefined ? ' …' : ` ${bar(done / total)}`
      if (stream.isTTY) stream.write(`\r\u001b[K${seconds}  ${what}${part}`)
      else if (!printed.has(what)) stream.write(`${seconds}  ${what} …\n`)
      printed.add(what)
    },
    clear() {
      if (stream.isTTY) stream.write('\r\u001b[K')
    },
  }
}

function bar(share: number): string {
  const filled = Math.round(share * 20)
  return `[${'='.repeat(filled)}${' '.repeat(20 - filled)}] ${Math.round(share * 100)}%`
}
