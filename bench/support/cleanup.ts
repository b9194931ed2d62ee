/** Collects clean-up actions, which run in reverse order when the program ends for any reason. */
export type Cleanup = {
  add(undo: () => Promise<void> | void): void
  /**
   * Awaits a resource and registers its removal. The resource is removed even if the program ends while it is
   * being created.
   */
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
      // Takes actions from the list itself, because new resources can be added during the clean-up.
      for (let undo = undos.pop(); undo; undo = undos.pop()) {
        try {
          await undo()
        } catch (error) {
          // A failed action must not prevent the other actions.
          process.stderr.write(`cleaning up: ${error instanceof Error ? error.message : 'failed'}\n`)
        }
      }
    },
  }
}
