import { type RefObject, useEffect, useRef, useState } from 'react'
import { CameraProblem } from './camera-problem.ts'
import { openCamera } from './open-camera.ts'

export type CameraState = 'closed' | 'opening' | 'open'

/** Shows the camera image in the video element while `isOn`, and releases the camera afterwards. */
export function useCamera(options: {
  facing: 'user' | 'environment'
  isOn: boolean
  onProblem: (kind: CameraProblem['kind']) => void
}): { video: RefObject<HTMLVideoElement | null>; state: CameraState } {
  const { facing, isOn, onProblem } = options
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('closed')
  const report = useRef(onProblem)
  report.current = onProblem

  useEffect(() => {
    if (!isOn) return
    let isGone = false
    let stream: MediaStream | undefined
    const fail = (problem: unknown) => {
      if (!isGone) report.current(problem instanceof CameraProblem ? problem.kind : 'no-camera')
    }
    const open = async () => {
      stream = await openCamera(facing)
      const element = video.current
      if (isGone || element === null) return close(stream)
      // The camera was unplugged, or the permission to use it was withdrawn.
      for (const track of stream.getVideoTracks()) track.addEventListener('ended', fail)
      element.srcObject = stream
      await element.play()
      if (!isGone) setState('open')
    }
    setState('opening')
    open().catch(fail)
    return () => {
      isGone = true
      setState('closed')
      close(stream)
    }
  }, [facing, isOn])
  return { video, state }
}

function close(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
