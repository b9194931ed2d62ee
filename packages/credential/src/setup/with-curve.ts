import { type Curve, curves } from 'snarkjs'

let users = 0

/** The setup works on threads that end only when they are told to; what calls within each other shares them. */
export async function withCurve<Made>(work: (curve: Curve) => Promise<Made>): Promise<Made> {
  const curve = await curves.getCurveFromName('bn128')
  users += 1
  try {
    return await work(curve)
  } finally {
    users -= 1
    if (users === 0) await curve.terminate()
  }
}
