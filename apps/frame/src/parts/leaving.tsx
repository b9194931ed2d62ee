import { useFrame } from '../state/use-frame.ts'

/** Shows the remaining time if the frame is about to close automatically. */
export function Leaving() {
  const { view, texts, leavesIn } = useFrame()
  if (leavesIn === undefined) return null
  return (
    // Screen readers do not announce changes to a timer, so the countdown does not interrupt the screen's
    // text.
    <p className="leaving" role="timer">
      {texts.done.leavesIn(view?.merchant.name ?? '', leavesIn)}
    </p>
  )
}
