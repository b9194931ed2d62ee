import type { Frame } from '../state/create-frame.ts'

export function showCameraProblem(frame: Frame, screen: 'camera-denied' | 'no-camera'): void {
  frame.store.set({ trouble: { screen, again: () => frame.store.set({ trouble: undefined }) } })
  frame.link.problem(`camera.${screen}`, frame.store.get().texts.failures[screen].title)
}
