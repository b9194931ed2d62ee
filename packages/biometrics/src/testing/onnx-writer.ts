/** A node of the graph: its inputs, its single output and its integer attributes. */
export type OnnxNode = {
  operator: string
  inputs: readonly string[]
  output: string
  attributes?: Readonly<Record<string, number | readonly number[]>>
}

/**
 * Writes an ONNX file for a model with one input, one output and 32-bit numbers. The protocol buffer is
 * written field by field.
 */
export function writeOnnx(model: {
  input: { name: string; shape: readonly number[] }
  output: { name: string; shape: readonly number[] }
  nodes: readonly OnnxNode[]
  weights?: readonly { name: string; shape: readonly number[]; values: Float32Array }[]
}): Uint8Array {
  const graph = message(
    7,
    ...model.nodes.map(node),
    text(2, 'made'),
    ...(model.weights ?? []).map(({ name, shape, values }) =>
      message(
        5,
        ...shape.map((size) => varint(1, size)),
        varint(2, types.float),
        text(8, name),
        message(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
      ),
    ),
    message(11, ...value(model.input)),
    message(12, ...value(model.output)),
  )
  return Uint8Array.from(Buffer.concat([varint(1, 8), graph, message(8, text(1, ''), varint(2, 13))]))
}

const types = { float: 1, int: 2, ints: 7 }

function value({ name, shape }: { name: string; shape: readonly number[] }): Buffer[] {
  const sizes = message(2, ...shape.map((size) => message(1, varint(1, size))))
  return [text(1, name), message(2, message(1, varint(1, types.float), sizes))]
}

function node({ operator, inputs, output, attributes = {} }: OnnxNode): Buffer {
  return message(
    1,
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, operator),
    ...Object.entries(attributes).map(([name, given]) =>
      typeof given === 'number'
        ? message(5, text(1, name), varint(3, given), varint(20, types.int))
        : message(5, text(1, name), ...given.map((each) => varint(8, each)), varint(20, types.ints)),
    ),
  )
}

function number(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...number(Math.floor(value / 128))]
}

function varint(field: number, value: number): Buffer {
  return Buffer.from([...number(field * 8), ...number(value)])
}

function message(field: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([...number(field * 8 + 2), ...number(body.length)]), body])
}

function text(field: number, value: string): Buffer {
  return message(field, Buffer.from(value))
}
