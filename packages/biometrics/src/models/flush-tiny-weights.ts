/**
 * Exponent of 1e-20 in a 32-bit number. A smaller weight does not change any sum of ordinary values, because
 * such a sum is accurate to about 1e-7.
 */
const tinyExponent = 60

/** Field numbers of the ONNX format: model, graph and tensor. */
const fields = { graph: 7, initializer: 5, dataType: 2, rawData: 9 }
const float32 = 1

/**
 * Replaces the near-zero weights of an ONNX file with 0, in place. Such weights result from training.
 * Processors take many times as long to calculate with numbers below 1e-38, and WebAssembly cannot treat
 * these numbers as 0. Leaves the rest of the file unchanged; the engine rejects the file if it is invalid.
 */
export function flushTinyWeights(file: Uint8Array): void {
  for (const graph of messages(file, fields.graph)) {
    for (const tensor of messages(graph, fields.initializer)) {
      const isFloat = [...entries(tensor)].some(
        ({ field, value }) => field === fields.dataType && value === float32,
      )
      if (isFloat) for (const numbers of messages(tensor, fields.rawData)) flush(numbers)
    }
  }
}

function flush(numbers: Uint8Array): void {
  for (let at = 0; at + 4 <= numbers.length; at += 4) {
    const exponent = (((numbers[at + 3] ?? 0) & 127) << 1) | ((numbers[at + 2] ?? 0) >> 7)
    if (exponent < tinyExponent) numbers.fill(0, at, at + 4)
  }
}

function* messages(of: Uint8Array, field: number): Generator<Uint8Array> {
  for (const entry of entries(of)) {
    if (entry.field === field && typeof entry.value !== 'number') yield entry.value
  }
}

/** Reads the fields of a protocol buffer. Stops at an invalid field. */
function* entries(of: Uint8Array): Generator<{ field: number; value: number | Uint8Array }> {
  const fixed: Record<number, number> = { 1: 8, 5: 4 }
  let at = 0
  while (at < of.length) {
    const key = readVarint(of, at)
    const kind = key.value % 8
    const first = kind === 0 || kind === 2 ? readVarint(of, key.end) : { value: fixed[kind], end: key.end }
    if (first.value === undefined) return
    const end = kind === 0 ? first.end : first.end + first.value
    if (end > of.length) return
    yield {
      field: Math.floor(key.value / 8),
      value: kind === 0 ? first.value : of.subarray(first.end, end),
    }
    at = end
  }
}

function readVarint(of: Uint8Array, start: number): { value: number; end: number } {
  let value = 0
  let unit = 1
  for (let at = start; at < of.length; at++, unit *= 128) {
    const byte = of[at] ?? 0
    value += (byte & 127) * unit
    if (byte < 128) return { value, end: at + 1 }
  }
  return { value: 0, end: of.length + 1 }
}
