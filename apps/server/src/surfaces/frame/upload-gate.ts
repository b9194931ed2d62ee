import { UserError } from '@touchstone/common'

/** Whose upload it is: a session has one at a time, a network a share of the memory. */
export type Uploader = { readonly session: number | string; readonly network: string }

/** The memory that uploads hold from their first byte until they have been used, and who may go on. */
export type UploadGate = {
  /**
   * Waits until the session's earlier upload has been used. One that is still arriving is given up instead: whoever sends
   * again has lost the connection of the first, and the first must not keep them out.
   */
  enter(who: Uploader): Promise<Turn>
}

export type Turn = {
  /** Given when a newer upload of the session takes its place. */
  readonly replaced: AbortSignal
  /** Everything has arrived: from now on a newer one waits. */
  arrived(): void
  /** Counts bytes that have arrived. */
  take(bytes: number): void
  /** The session's next upload may come; the bytes of this one are still held. */
  pass(): void
  leave(): void
}

export type GateLimits = {
  /** Bytes of all uploads together. */
  readonly bytes: number
  /** Of those of one network: many people may share it. */
  readonly bytesOfNetwork: number
}

type Entry = { readonly controller: AbortController; readonly left: Promise<void>; hasArrived: boolean }

export function createUploadGate(limits: GateLimits): UploadGate {
  const bySession = new Map<number | string, Entry>()
  const byNetwork = new Map<string, number>()
  let held = 0

  return {
    async enter({ session, network }) {
      if (held >= limits.bytes) throw busy()
      const earlier = bySession.get(session)
      const controller = new AbortController()
      let leave = () => {}
      const left = new Promise<void>((resolve) => {
        leave = resolve
      })
      const entry: Entry = { controller, left, hasArrived: false }
      bySession.set(session, entry)
      let own = 0
      let isOver = false
      const turn: Turn = {
        replaced: controller.signal,
        arrived: () => {
          entry.hasArrived = true
        },
        take(bytes) {
          if (isOver) throw busy()
          const ofNetwork = (byNetwork.get(network) ?? 0) + bytes
          if (held + bytes > limits.bytes || ofNetwork > limits.bytesOfNetwork) throw busy()
          held += bytes
          own += bytes
          byNetwork.set(network, ofNetwork)
        },
        pass() {
          if (bySession.get(session) === entry) bySession.delete(session)
          leave()
        },
        leave() {
          isOver = true
          held -= own
          const ofNetwork = (byNetwork.get(network) ?? 0) - own
          if (ofNetwork > 0) byNetwork.set(network, ofNetwork)
          else byNetwork.delete(network)
          own = 0
          turn.pass()
        },
      }
      if (earlier !== undefined) {
        if (!earlier.hasArrived) earlier.controller.abort(replaced())
        await earlier.left
        if (controller.signal.aborted) {
          turn.leave()
          throw controller.signal.reason
        }
      }
      return turn
    },
  }
}

function busy(): UserError {
  return new UserError({
    code: 'work.busy',
    message: 'Many people send pictures at this moment.',
    remedy: 'Try again in a few seconds; nothing is lost.',
    retryable: true,
  })
}

function replaced(): UserError {
  return new UserError({
    code: 'upload.replaced',
    message: 'The same page has sent something newer.',
    remedy: 'Wait for the newer one; nothing is lost.',
    retryable: true,
  })
}
