import { type Curve, curves } from 'snarkjs'

let users = 0

/**
 * Shares one set of curve threads between nested calls. Stops the threads at the end, because they do not
 * stop on their own.
 */
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
