import { useFrame } from '../state/use-frame.ts'

/** How long until the frame leaves by itself, where it does. */
export function Leaving() {
  const { view, texts, leavesIn } = useFrame()
  if (leavesIn === undefined) return null
  return (
    // A timer is not read out by itself: the screen's own words come first.
    <p className="leaving" role="timer">
      {texts.done.leavesIn(view?.merchant.name ?? '', leavesIn)}
    </p>
  )
}
