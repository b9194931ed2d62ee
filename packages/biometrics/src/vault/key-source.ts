/**
 * The source of the keys that wrap the data keys: a file, or a command that calls a key service. Plain data
 * that can be passed to a thread.
 */
export type KeySetting = { file: string } | { command: readonly [string, ...string[]] }

/** A data key as it is stored. */
export type WrappedKey = { wrappedBy: string; wrapped: Uint8Array }

export type KeySource = {
  /** Wraps with the newest key. */
  wrap(dataKey: Uint8Array): Promise<WrappedKey>
  unwrap(key: WrappedKey): Promise<Buffer>
  /**
   * Returns the name of the key that wraps now, to find keys wrapped by an older one. With a key service,
   * only the service knows it.
   */
  newest(): Promise<string>
}
