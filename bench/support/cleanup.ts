/** What has to be undone at the end, whatever the end is: last made, first undone. */
export type Cleanup = {
  add(undo: () => Promise<void> | void): void
  /** Makes something that is undone later, even when the end comes while it is still being made. */
  own<Thing>(making: Promise<Thing>, undo: (thing: Thing) => Promise<void> | void): Promise<Thing>
  run(): Promise<void>
}

export function createCleanup(): Cleanup {
  const undos: (() => Promise<void> | void)[] = []
  const add = (undo: () => Promise<void> | void) => {
    undos.push(undo)
  }
  return {
    add,
    own(making, undo) {
      add(async () => {
        const thing = await making.catch(() => undefined)
        if (thing !== undefined) await undo(thing)
      })
      return making
    },
    async run() {
      // Not a copy of the list: something may still be made while the rest is undone.
      for (let undo = undos.pop(); undo; undo = undos.pop()) {
        try {
          await undo()
        } catch (error) {
          // One thing that can't be undone must not keep the others.
          process.stderr.write(`cleaning up: ${error instanceof Error ? error.message : 'failed'}\n`)
        }
      }
    },
  }
}
