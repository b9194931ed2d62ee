/** Where the keys are that wrap the data keys: a file, or a command that asks a key service. Plain data: it is handed to a thread. */
export type KeySetting = { file: string } | { command: readonly [string, ...string[]] }

/** A data key as the store holds it. */
export type WrappedKey = { wrappedBy: string; wrapped: Uint8Array }

export type KeySource = {
  /** With the newest key. */
  wrap(dataKey: Uint8Array): Promise<WrappedKey>
  unwrap(key: WrappedKey): Promise<Buffer>
  /** Which key wraps now, to tell what was wrapped by an older one; unknown to us where a service decides. */
  newest(): Promise<string>
}
