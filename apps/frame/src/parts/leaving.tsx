import { useFrame } from '../state/use-frame.ts'

/** Shows the time until the frame closes automatically, if it does. */
export function Leaving() {
  const { view, texts, leavesIn } = useFrame()
  if (leavesIn === undefined) return null
  return (
    // Screen readers do not announce a timer automatically, so the screen's own words come first.
    <p className="leaving" role="timer">
      {texts.done.leavesIn(view?.merchant.name ?? '', leavesIn)}
    </p>
  )
}
