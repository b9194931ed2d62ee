/** A file as a server sends it: read once at start, never from the disk in a request. */
export type Asset = {
  readonly body: Buffer
  readonly contentType: string
  /** Strong, with its quotation marks. */
  readonly etag: string
}
