import { crc32, deflateRawSync } from 'node:zlib'

/** A file in an archive. Names are paths with `/`. */
export type ZipEntry = { readonly name: string; readonly content: Buffer; readonly at: Date }

const version = 20
/** Names are UTF-8. */
const flags = 0x0800

/**
 * Writes a ZIP archive (PKWARE APPNOTE 6.3, without ZIP64) one file at a time, so that only one file is in memory. Files that
 * do not get smaller are stored as they are. Fails for more than 4 GB in total.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer, void, undefined> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, content, at } of entries) {
    const packed = deflateRawSync(content)
    const isSmaller = packed.length < content.length
    const data = isSmaller ? packed : content
    const nameBytes = Buffer.from(name, 'utf8')
    const shared = Buffer.alloc(22)
    shared.writeUInt16LE(flags, 0)
    shared.writeUInt16LE(isSmaller ? 8 : 0, 2)
    shared.writeUInt32LE(dosTime(at), 4)
    shared.writeUInt32LE(crc32(content), 8)
    shared.writeUInt32LE(data.length, 12)
    shared.writeUInt32LE(content.length, 16)
    shared.writeUInt16LE(nameBytes.length, 20)
    const local = Buffer.concat([header(0x04034b50, version), shared, Buffer.alloc(2), nameBytes])
    const central = Buffer.concat([header(0x02014b50, version, version), shared, Buffer.alloc(16), nameBytes])
    central.writeUInt32LE(offset, 42)
    directory.push(central)
    yield local
    yield data
    offset += local.length + data.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  yield list
  yield end
}

function header(signature: number, ...versions: number[]): Buffer {
  const bytes = Buffer.alloc(4 + 2 * versions.length)
  bytes.writeUInt32LE(signature, 0)
  for (const [index, each] of versions.entries()) bytes.writeUInt16LE(each, 4 + 2 * index)
  return bytes
}

/** The date and time in the format of MS-DOS, in UTC. It begins in 1980 and has a resolution of two seconds. */
function dosTime(at: Date): number {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}
