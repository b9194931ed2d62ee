/** Just enough of the curve BN254 to make test vectors: slow, plain, and nothing of the code under test. */
export const bn254 = createBn254()

function createBn254() {
  const base = 21888242871839275222246405745257275088696311157297823662689037894645226208583n
  const order = 21888242871839275222246405745257275088548364400416034343698204186575808495617n

  /** An element of the quadratic extension: real part, then the part of i with i * i = -1. */
  type Element = readonly [bigint, bigint]
  type Point = readonly [x: Element, y: Element] | undefined

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
  const divide = (a: Element, b: Element): Element => {
    const norm = inverse(b[0] * b[0] + b[1] * b[1])
    return scale(multiply(a, [b[0], -b[1]]), norm)
  }
  const same = (a: Element, b: Element) => a[0] === b[0] && a[1] === b[1]

  function add(p: Point, q: Point): Point {
    if (p === undefined) return q
    if (q === undefined) return p
    const doubling = same(p[0], q[0])
    if (doubling && !same(p[1], q[1])) return undefined
    const slope = doubling
      ? divide(scale(multiply(p[0], p[0]), 3n), scale(p[1], 2n))
      : divide(subtract(q[1], p[1]), subtract(q[0], p[0]))
    const x = subtract(subtract(multiply(slope, slope), p[0]), q[0])
    return [x, subtract(multiply(slope, subtract(p[0], x)), p[1])]
  }

  function times(point: Point, scalar: bigint): Point {
    let result: Point
    let power = point
    for (let rest = reduce(scalar, order); rest > 0n; rest >>= 1n) {
      if (rest & 1n) result = add(result, power)
      power = add(power, power)
    }
    return result
  }

  const first: Point = [
    [1n, 0n],
    [2n, 0n],
  ]
  const second: Point = [
    [
      10857046999023057135944570762232829481370756359578518086990519993285655852781n,
      11559732032986387107991004021392285783925812861821192530917403151452391805634n,
    ],
    [
      8495653923123431417604973247489272438418190587263600148770280649306958101930n,
      4082367875863433681332203403145435568316851327593401208105741076214120093531n,
    ],
  ]

  return {
    base,
    order,
    inverse,
    reduce,
    /** A multiple of the first group's generator, as snarkjs writes points. */
    firstGroup(scalar: bigint): string[] {
      const point = times(first, scalar)
      return point ? [String(point[0][0]), String(point[1][0]), '1'] : ['0', '1', '0']
    },
    /** A multiple of the second group's generator, as snarkjs writes points. */
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
