/** 128 random bits: nobody but the frame whose address carries it can name this channel. */
export function createChannelId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
