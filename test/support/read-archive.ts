import { crc32, inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'

/** Reads a ZIP archive through its directory, as other programs do, and checks its parts. */
export function readArchive(archive: Buffer): { name: string; content: Buffer }[] {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  let place = archive.readUInt32LE(end + 16)
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    expect(archive.readUInt32LE(place)).toBe(0x02014b50)
    const [method, crc] = [archive.readUInt16LE(place + 10), archive.readUInt32LE(place + 16)]
    const [packed, size] = [archive.readUInt32LE(place + 20), archive.readUInt32LE(place + 24)]
    const nameLength = archive.readUInt16LE(place + 28)
    const local = archive.readUInt32LE(place + 42)
    const name = archive.toString('utf8', place + 46, place + 46 + nameLength)
    place += 46 + nameLength
    expect(archive.readUInt32LE(local)).toBe(0x04034b50)
    // The directory and the file's own header agree.
    expect(archive.subarray(local + 6, local + 28)).toEqual(
      archive.subarray(place - nameLength - 38, place - nameLength - 16),
    )
    const data = archive.subarray(local + 30 + nameLength, local + 30 + nameLength + packed)
    const content = method === 8 ? inflateRawSync(data) : Buffer.from(data)
    expect([content.length, crc32(content)]).toEqual([size, crc])
    return { name, content }
  })
}
