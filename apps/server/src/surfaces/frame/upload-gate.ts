import { UserError } from '@touchstone/common'

/**
 * Identifies the origin of an upload. Each session can have one upload at a time, and the uploads from one
 * network can use only part of the memory.
 */
export type Uploader = { readonly session: number | string; readonly network: string }

/** Queues uploads, and tracks the memory that they use from their first byte until they are processed. */
export type UploadGate = {
  /**
   * Waits until the session's previous upload has been processed. A previous upload that is still arriving is
   * aborted, because a client sends again only if its connection was lost.
   */
  enter(who: Uploader): Promise<Turn>
}

export type Turn = {
  /** Aborted when a newer upload from the session replaces this one. */
  readonly replaced: AbortSignal
  /**
   * Called when all bytes have arrived. From then on, a newer upload from the session waits instead of
   * replacing this one.
   */
  arrived(): void
  /** Counts received bytes. */
  take(bytes: number): void
  /** Lets the session's next upload start. The bytes of this upload are still counted as used memory. */
  pass(): void
  leave(): void
}

export type GateLimits = {
  /** Maximum total size of all uploads in bytes. */
  readonly bytes: number
  /** Maximum total size in bytes of all uploads from one network, which many people can share. */
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
    message: 'Many people are uploading pictures right now.',
    remedy: 'Try again in a few seconds. Nothing is lost.',
    retryable: true,
  })
}

function replaced(): UserError {
  return new UserError({
    code: 'upload.replaced',
    message: 'The same page has sent a newer upload.',
    remedy: 'Wait for the newer upload. Nothing is lost.',
    retryable: true,
  })
}
