/** A minimal BN254 implementation for test vectors, independent of the code under test. */
export const bn254 = createBn254()

function createBn254() {
  const base = 21888242871839275222246405745257275088696311157297823662689037894645226208583n
  const order = 21888242871839275222246405745257275088548364400416034343698204186575808495617n

  /** An element of the quadratic extension: the real part, then the coefficient of i, where i * i = -1. */
  type Element = readonly [bigint, bigint]
  /** A point in Jacobian coordinates (x / z², y / z³), in which addition needs no slow division. */
  type Point = readonly [x: Element, y: Element, z: Element] | undefined

  const reduce = (value: bigint, modulus = base) => ((value % modulus) + modulus) % modulus
  const inverse = (value: bigint, modulus = base) => {
    let [rest, next] = [modulus, reduce(value, modulus)]
    let [factor, nextFactor] = [0n, 1n]
    while (next !== 0n) {
      const times = rest / next
      ;[rest, next] = [next, rest - times * next]
      ;[factor, nextFactor] = [nextFactor, factor - times * nextFactor]
    }
    return reduce(factor, modulus)
  }
  const subtract = (a: Element, b: Element): Element => [reduce(a[0] - b[0]), reduce(a[1] - b[1])]
  const multiply = (a: Element, b: Element): Element => [
    reduce(a[0] * b[0] - a[1] * b[1]),
    reduce(a[0] * b[1] + a[1] * b[0]),
  ]
  const scale = (a: Element, by: bigint): Element => [reduce(a[0] * by), reduce(a[1] * by)]
  const square = (a: Element): Element => multiply(a, a)
  const same = (a: Element, b: Element) => a[0] === b[0] && a[1] === b[1]

  function double(point: Point): Point {
    if (point === undefined) return undefined
    const [x, y, z] = point
    const ySquare = square(y)
    const d = scale(multiply(x, ySquare), 4n)
    const slope = scale(square(x), 3n)
    const newX = subtract(square(slope), scale(d, 2n))
    const newY = subtract(multiply(slope, subtract(d, newX)), scale(square(ySquare), 8n))
    return [newX, newY, scale(multiply(y, z), 2n)]
  }

  function add(p: Point, q: Point): Point {
    if (p === undefined) return q
    if (q === undefined) return p
    const [pz, qz] = [square(p[2]), square(q[2])]
    const [px, qx] = [multiply(p[0], qz), multiply(q[0], pz)]
    const [py, qy] = [multiply(p[1], multiply(q[2], qz)), multiply(q[1], multiply(p[2], pz))]
    if (same(px, qx)) return same(py, qy) ? double(p) : undefined
    const [across, up] = [subtract(qx, px), subtract(qy, py)]
    const acrossSquare = square(across)
    const acrossCube = multiply(across, acrossSquare)
    const v = multiply(px, acrossSquare)
    const newX = subtract(subtract(square(up), acrossCube), scale(v, 2n))
    const newY = subtract(multiply(up, subtract(v, newX)), multiply(py, acrossCube))
    return [newX, newY, multiply(across, multiply(p[2], q[2]))]
  }

  /**
   * Caches the doublings of a point: P, 2P, 4P … Only the generators are multiplied, so few points are
   * cached.
   */
  function doublingsOf(point: Point): readonly Point[] {
    const doublings = [point]
    for (let bit = 1; bit < 254; bit += 1) doublings.push(double(doublings.at(-1)))
    return doublings
  }

  function times(doublings: readonly Point[], scalar: bigint): readonly [x: Element, y: Element] | undefined {
    let result: Point
    let rest = reduce(scalar, order)
    for (const power of doublings) {
      if (rest & 1n) result = add(result, power)
      rest >>= 1n
    }
    if (result === undefined) return undefined
    const [x, y, z] = result
    const norm = inverse(z[0] * z[0] + z[1] * z[1])
    const inverseZ = scale([z[0], -z[1]], norm)
    return [multiply(x, square(inverseZ)), multiply(y, multiply(inverseZ, square(inverseZ)))]
  }

  const first = doublingsOf([
    [1n, 0n],
    [2n, 0n],
    [1n, 0n],
  ])
  const second = doublingsOf([
    [
      10857046999023057135944570762232829481370756359578518086990519993285655852781n,
      11559732032986387107991004021392285783925812861821192530917403151452391805634n,
    ],
    [
      8495653923123431417604973247489272438418190587263600148770280649306958101930n,
      4082367875863433681332203403145435568316851327593401208105741076214120093531n,
    ],
    [1n, 0n],
  ])

  return {
    base,
    order,
    inverse,
    reduce,
    /** Returns a multiple of the generator of the first group, in snarkjs format. */
    firstGroup(scalar: bigint): string[] {
      const point = times(first, scalar)
      return point ? [String(point[0][0]), String(point[1][0]), '1'] : ['0', '1', '0']
    },
    /** Returns a multiple of the generator of the second group, in snarkjs format. */
    secondGroup(scalar: bigint): string[][] {
      const point = times(second, scalar)
      const text = (element: Element) => element.map(String)
      return point
        ? [text(point[0]), text(point[1]), ['1', '0']]
        : [
            ['0', '0'],
            ['1', '0'],
            ['0', '0'],
          ]
    },
  }
}
