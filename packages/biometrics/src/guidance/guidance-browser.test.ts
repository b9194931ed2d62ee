import { expect, test } from 'vitest'
import { openGuidance } from '../../../../test/support/clips/open-guidance.ts'

/** Difference from the neutral pose, in degrees. */
const leastTurn = 4
const mostRounds = 60

test('runs in Chromium and detects the position, light and turns of the face that the camera sees', {
  // Allows time for Chromium to start the camera and load the networks.
  timeout: 180_000,
}, async () => {
  const page = await openGuidance()
  try {
    // The browser bundle must not contain any Node module.
    expect(page.script).not.toMatch(/require\("node:|from "node:/)
    // The camera's clip plays continuously while the guide processes frames as fast as possible, until it has
    // seen both turns.
    const views: Awaited<ReturnType<typeof page.lookAtCamera>>['views'] = []
    let turns = { left: 0, right: 0 }
    for (let round = 0; round < mostRounds && Math.min(turns.left, turns.right) <= leastTurn; round++) {
      views.push(...(await page.lookAtCamera(12)).views)
      const yaws = views.flatMap(({ face }) => (face ? [face.pose.yaw] : []))
      const middle = [...yaws].sort((a, b) => a - b)[yaws.length >> 1] ?? 0
      turns = { left: Math.max(...yaws) - middle, right: middle - Math.min(...yaws) }
    }
    expect(turns.left).toBeGreaterThan(leastTurn)
    expect(turns.right).toBeGreaterThan(leastTurn)
    expect(views.filter(({ faces }) => faces === 1).length / views.length).toBeGreaterThanOrEqual(0.95)
    expect(views.map(({ advice }) => advice)).toContain('ready')
    expect(await page.lookAtNothing()).toMatchObject({ faces: 0, advice: 'no-face' })
    expect(page.missing).toEqual([])
  } finally {
    await page.close()
  }
})
