/** Tells what a long start is doing: one line that rewrites itself on a terminal, a few lines elsewhere. */
export function showProgress(stream: NodeJS.WriteStream) {
  let open = false
  let lastWhat = ''
  return {
    step(what: string, done?: number, total?: number) {
      const counted = done !== undefined && total !== undefined
      if (!stream.isTTY) {
        // Without a terminal each piece of work is named once and its end told.
        if (what !== lastWhat) stream.write(`touchstone: ${what} …\n`)
        else if (counted && done === total) stream.write(`touchstone: ${what}: ${done} of ${total} steps\n`)
        lastWhat = what
        return
      }
      const part = counted ? ` ${bar(done / total)} ${done}/${total}` : ' …'
      stream.write(`\r\u001b[Ktouchstone: ${what}${part}`)
      open = true
    },
    done() {
      if (open) stream.write('\r\u001b[K')
      open = false
    },
  }
}

function bar(share: number): string {
  const filled = Math.round(share * 20)
  return `[${'='.repeat(filled)}${' '.repeat(20 - filled)}]`
}
