/**
 * A tiny ONNX file that answers with the mean blue, green and red of its picture: as a passive model it calls green
 * faces alive. Written field by field, as the format's protocol buffers want it.
 */
export function madeOnnx(side: number): Uint8Array {
  const shape = (dimensions: readonly number[]) =>
    message(2, ...dimensions.map((dimension) => message(1, varint(1, dimension))))
  const value = (name: string, dimensions: readonly number[]) => [
    text(1, name),
    message(2, message(1, varint(1, 1), shape(dimensions))),
  ]
  const node = (input: string, output: string, operator: string) =>
    message(1, text(1, input), text(2, output), text(4, operator))
  const graph = message(
    7,
    node('picture', 'means', 'GlobalAveragePool'),
    node('means', 'logits', 'Flatten'),
    text(2, 'means'),
    message(11, ...value('picture', [1, 3, side, side])),
    message(12, ...value('logits', [1, 3])),
  )
  return Uint8Array.from([...varint(1, 8), ...graph, ...message(8, text(1, ''), varint(2, 13))])
}

function number(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...number(value >> 7)]
}

function varint(field: number, value: number): number[] {
  return [field << 3, ...number(value)]
}

function message(field: number, ...parts: readonly number[][]): number[] {
  const body = parts.flat()
  return [(field << 3) | 2, ...number(body.length), ...body]
}

function text(field: number, value: string): number[] {
  return message(field, [...Buffer.from(value)])
}
