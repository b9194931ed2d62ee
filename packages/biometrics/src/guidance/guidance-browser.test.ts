import { expect, test } from 'vitest'
import { openGuidance } from '../../../../eval/faces/browser/open-guidance.ts'

test('in Chromium the guide finds the face of the camera, its place, its light and its turns', async () => {
  const page = await openGuidance()
  try {
    // Nothing of Node may have come into what a browser loads.
    expect(page.script).not.toMatch(/require\("node:|from "node:/)
    const { views } = await page.lookAtCamera(40)
    expect(views.filter(({ faces }) => faces === 1).length).toBeGreaterThanOrEqual(38)
    expect(views.map(({ advice }) => advice)).toContain('ready')
    const yaws = views.flatMap(({ face }) => (face ? [face.pose.yaw] : []))
    const middle = [...yaws].sort((a, b) => a - b)[yaws.length >> 1] ?? 0
    expect(Math.max(...yaws) - middle).toBeGreaterThan(4)
    expect(middle - Math.min(...yaws)).toBeGreaterThan(4)
    expect(await page.lookAtNothing()).toMatchObject({ faces: 0, advice: 'no-face' })
    expect(page.missing).toEqual([])
  } finally {
    await page.close()
  }
})
