export type LoggedContribution = { name: string; hash: string; beacon?: { hash: string; iterations: number } }

/**
 * The contributions that a key holds, first one first, from what snarkjs logs (last one first) while it verifies it: it
 * has no call that hands them out. What it has logged it has also checked.
 */
export function readLoggedContributions(lines: readonly string[]): LoggedContribution[] {
  const found: LoggedContribution[] = []
  for (const line of lines) {
    const [, name, hash] = /^contribution #\d+ (.*):\n([\s0-9a-f]+)$/.exec(line) ?? []
    if (name !== undefined && hash !== undefined) found.unshift({ name, hash: hash.replace(/\s/g, '') })
    const generator = /^Beacon generator: ([0-9a-f]+)$/.exec(line)?.[1]
    const iterations = /^Beacon iterations Exp: (\d+)$/.exec(line)?.[1]
    const [current] = found
    if (current && generator !== undefined) current.beacon = { hash: generator, iterations: 0 }
    if (current?.beacon && iterations !== undefined) current.beacon.iterations = Number(iterations)
  }
  return found
}
