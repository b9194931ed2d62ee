/**
 * The source of the keys that wrap the data keys: a file, or a command that calls a key service. Plain data
 * that can be passed to a thread.
 */
export type KeySetting = { file: string } | { command: readonly [string, ...string[]] }

/** A data key in its stored, wrapped form. */
export type WrappedKey = { wrappedBy: string; wrapped: Uint8Array }

export type KeySource = {
  /** Wraps a data key with the newest key. */
  wrap(dataKey: Uint8Array): Promise<WrappedKey>
  unwrap(key: WrappedKey): Promise<Buffer>
  /**
   * Returns the name of the key currently used for wrapping, so that data keys wrapped with an older key can
   * be found. If a key service is used, only the service knows this name.
   */
  newest(): Promise<string>
}
