import { expect, test } from 'vitest'
import { openGuidance } from '../../../../test/support/clips/open-guidance.ts'

/** Degrees away from how the head is held most of the time. */
const leastTurn = 4
const mostRounds = 60

test('in Chromium the guide finds the face of the camera, its place, its light and its turns', {
  // Chromium starts with the camera, and loads the networks.
  timeout: 180_000,
}, async () => {
  const page = await openGuidance()
  try {
    // Nothing of Node may have come into what a browser loads.
    expect(page.script).not.toMatch(/require\("node:|from "node:/)
    // The camera's clip runs on while the guide looks as fast as the machine can: until it has seen both turns.
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
