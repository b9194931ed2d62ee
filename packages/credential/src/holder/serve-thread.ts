/** A task that ffjavascript sends to a thread: a list of steps that operate on numbered buffers. */
type Step =
  | { cmd: 'INIT'; init: number; code: Uint8Array<ArrayBuffer> }
  | { cmd: 'ALLOCSET'; var: number; buff: Uint8Array }
  | { cmd: 'ALLOC'; var: number; len: number }
  | { cmd: 'SET'; var: number; buff: Uint8Array }
  | { cmd: 'CALL'; fnName: string; params: ({ var: number; offset?: number } | { val: number })[] }
  | { cmd: 'GET'; out: number; var: number; len: number }
  | { cmd: 'TERMINATE' }

type Arithmetic = { memory: WebAssembly.Memory; call: Record<string, (...params: number[]) => void> }

const pageBytes = 65_536
const mostPages = 32_767

/**
 * Runs this worker as a thread of the prover. By default, ffjavascript starts threads from `data:` URLs,
 * which a strict content security policy forbids. This worker implements the same protocol as those threads.
 */
export function serveThread(port: MessagePort): void {
  let arithmetic: Arithmetic | undefined
  port.onmessage = async ({ data }: MessageEvent<Step[]>) => {
    const [first] = data
    if (first?.cmd === 'TERMINATE') return port.close()
    if (first?.cmd === 'INIT') {
      const memory = new WebAssembly.Memory({ initial: first.init, maximum: mostPages })
      const { instance } = await WebAssembly.instantiate(first.code, { env: { memory } })
      arithmetic = { memory, call: instance.exports as Arithmetic['call'] }
      port.postMessage(data)
    } else if (arithmetic !== undefined) port.postMessage(run(arithmetic, data))
  }
}

function run({ memory, call }: Arithmetic, steps: readonly Step[]): Uint8Array[] {
  const places: number[] = []
  const outputs: Uint8Array[] = []
  // The first word of the memory is the address at which free memory starts. Restore it at the end to release
  // the memory that the steps used.
  const free = () => new Uint32Array(memory.buffer, 0, 1)
  const before = free()[0] ?? 0
  const take = (length: number): number => {
    const place = ((free()[0] ?? 0) + 3) & ~3
    const missing = place + 2 * length - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes) + 1)
    free()[0] = place + length
    return place
  }
  const placeOf = (name: number) => places[name] ?? 0
  const put = (place: number, bytes: Uint8Array) => new Uint8Array(memory.buffer).set(bytes, place)
  for (const step of steps) {
    if (step.cmd === 'ALLOC') places[step.var] = take(step.len)
    else if (step.cmd === 'ALLOCSET') {
      places[step.var] = take(step.buff.byteLength)
      put(placeOf(step.var), step.buff)
    } else if (step.cmd === 'SET') put(placeOf(step.var), step.buff)
    else if (step.cmd === 'GET') {
      const place = placeOf(step.var)
      outputs[step.out] = new Uint8Array(memory.buffer).slice(place, place + step.len)
    } else if (step.cmd === 'CALL') {
      const params = step.params.map((each) =>
        'val' in each ? each.val : placeOf(each.var) + (each.offset ?? 0),
      )
      call[step.fnName]?.(...params)
    } else throw new Error('a prover thread received an unknown command')
  }
  free()[0] = before
  return outputs
}
