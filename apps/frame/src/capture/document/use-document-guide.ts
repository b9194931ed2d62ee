import { type RefObject, useEffect, useRef, useState } from 'react'
import { createGrabber } from '../camera/create-grabber.ts'
import type { DocumentSeen } from './document-guide-messages.ts'
import { openDocumentGuide } from './open-document-guide.ts'

/**
 * The smallest frame size at which the characters of the machine-readable zone are distinguishable. Only the
 * frames for the guide are scaled down. Photos are sent at full size.
 */
const guideSize = { long: 1280, short: 960 }
const lookEveryMs = 200
/** Required number of consecutive good frames. A single frame can be sharp by chance while the hand moves. */
const readyInRow = 3

/**
 * Returns what the guide detects while `isOn` is set. Calls `onReady` after enough consecutive good frames.
 */
export function useDocumentGuide(options: {
  video: RefObject<HTMLVideoElement | null>
  isOn: boolean
  onReady: () => void
}): (DocumentSeen & { width: number; height: number }) | undefined {
  const { video, isOn } = options
  const [seen, setSeen] = useState<(DocumentSeen & { width: number; height: number }) | undefined>()
  const ready = useRef(options.onReady)
  ready.current = options.onReady

  useEffect(() => {
    if (!isOn) return
    const guide = openDocumentGuide()
    const grabber = createGrabber(guideSize)
    let inRow = 0
    let isOver = false
    const timer = setInterval(() => {
      const context = video.current && grabber.grab(video.current)
      if (!context || isOver) return
      const { width, height } = context.canvas
      guide.look(context.getImageData(0, 0, width, height))?.then((view) => {
        if (isOver || view === undefined) return
        setSeen({ ...view, width, height })
        inRow = view.ready ? inRow + 1 : 0
        if (inRow < readyInRow) return
        isOver = true
        ready.current()
      })
    }, lookEveryMs)
    return () => {
      isOver = true
      clearInterval(timer)
      guide.close()
    }
  }, [isOn, video])
  return seen
}
