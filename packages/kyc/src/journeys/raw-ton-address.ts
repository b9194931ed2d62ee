/**
 * The raw form (`0:…`) of an address of TON as wallets show it: 36 bytes in base64 or base64url, which are a tag, the
 * workchain, the hash and a checksum. Undefined for anything else; the checksum tells.
 */
export function rawTonAddress(text: string): string | undefined {
  if (!/^[A-Za-z0-9_+/-]{48}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 36 || crc16(bytes.subarray(0, 34)) !== bytes.readUInt16BE(34)) return undefined
  return `${bytes.readInt8(1)}:${bytes.toString('hex', 2, 34)}`
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc
}
