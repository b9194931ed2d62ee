import { useFrame } from '../state/use-frame.ts'

/** Shows the time until the frame closes automatically, if it does. */
export function Leaving() {
  const { view, texts, leavesIn } = useFrame()
  if (leavesIn === undefined) return null
  return (
    // Screen readers do not announce a timer automatically, so they read the screen's own text first.
    <p className="leaving" role="timer">
      {texts.done.leavesIn(view?.merchant.name ?? '', leavesIn)}
    </p>
  )
}
