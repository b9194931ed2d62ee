/** Runs tasks of many owners with limited concurrency, so that no owner can occupy the whole queue. */
export type FairQueue = {
  /**
   * Runs a task when it is its owner's turn. Throws the error that `refuse` returns if the task can neither
   * start nor wait.
   */
  run<Result>(owner: string, task: () => Promise<Result>): Promise<Result>
  /** Returns the number of running and waiting tasks, for metrics. */
  load(): { running: number; waiting: number }
}

export type FairQueueOptions = {
  /** Maximum number of running tasks. */
  seats: () => number
  /** Maximum number of running tasks of one owner. Defaults to all seats. */
  seatsOfOne?: () => number
  /** Maximum number of waiting tasks. */
  queueLimit: number
  /**
   * Returns the error for a refused task. `owner`: this owner has too many tasks. `all`: there are too many
   * tasks across all owners.
   */
  refuse(because: 'owner' | 'all'): Error
}

type Line = { running: number; waiting: (() => void)[]; lastTurn: number }

/**
 * Creates a queue in which owners take turns, starting with the owner whose last turn was longest ago. The
 * tasks of one owner stay in order of arrival. An owner can have no more waiting tasks than there are free
 * places in the queue. A single owner can therefore fill only half of the queue, which leaves a place for an
 * owner without waiting tasks.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { seats, seatsOfOne = seats, queueLimit, refuse } = options
  const lines = new Map<string, Line>()
  let running = 0
  let waiting = 0
  let turns = 0

  const lineOf = (owner: string): Line => {
    const known = lines.get(owner)
    if (known !== undefined) return known
    const line = { running: 0, waiting: [], lastTurn: 0 }
    lines.set(owner, line)
    return line
  }

  const mayRun = (line: Line) => running < seats() && line.running < seatsOfOne()

  const take = (line: Line) => {
    running += 1
    line.running += 1
    turns += 1
    line.lastTurn = turns
  }

  /** Starts waiting tasks while seats are free. */
  const startNext = () => {
    for (;;) {
      let next: Line | undefined
      for (const line of lines.values()) {
        if (line.waiting.length === 0 || !mayRun(line)) continue
        if (next === undefined || line.lastTurn < next.lastTurn) next = line
      }
      const start = next?.waiting.shift()
      if (next === undefined || start === undefined) return
      waiting -= 1
      take(next)
      start()
    }
  }

  const leave = (owner: string, line: Line) => {
    running -= 1
    line.running -= 1
    startNext()
    if (line.running === 0 && line.waiting.length === 0) lines.delete(owner)
  }

  return {
    async run(owner, task) {
      const line = lineOf(owner)
      // A task that can run immediately never overtakes a waiting task: its own owner has no waiting tasks,
      // and while a seat is free, the only waiting tasks are those whose owners already occupy all the seats
      // that one owner can have.
      if (mayRun(line) && line.waiting.length === 0) take(line)
      else {
        if (line.waiting.length >= queueLimit - waiting) {
          const isOwn = line.waiting.length > 0 || line.running >= seatsOfOne()
          if (line.running === 0 && line.waiting.length === 0) lines.delete(owner)
          throw refuse(isOwn ? 'owner' : 'all')
        }
        waiting += 1
        await new Promise<void>((resolve) => line.waiting.push(resolve))
      }
      try {
        return await task()
      } finally {
        leave(owner, line)
      }
    },
    load: () => ({ running, waiting }),
  }
}
