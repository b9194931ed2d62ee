import type { LivenessFinished, LivenessTurn } from '@touchstone/contract'
import { Bar } from '../parts/bar.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { HandOffOffer } from './hand-off-offer.tsx'
import { tellCameraProblem } from './tell-camera-problem.ts'
import { useCaptures } from './use-captures.ts'

export function LivenessScreen() {
  const { frame, texts } = useFrame()
  const captures = useCaptures()
  const start = () => frame.post<LivenessTurn>('/liveness', {})
  const sendFrames = async (challengeId: string, frames: { atMs: number; blob: Blob }[]): Promise<void> => {
    const form = new FormData()
    form.set('challengeId', challengeId)
    for (const { atMs, blob } of frames) form.append('frame', blob, String(atMs))
    const { view } = await frame.post('/liveness/frames', form)
    // It has ended already, as on a line that is too slow.
    if (view.step.name !== 'liveness') frame.show(view)
  }
  const finish = async (challengeId: string, onLeft: (left: number) => void): Promise<void> => {
    for (;;) {
      const { left, view } = await frame.post<LivenessFinished>('/liveness/finish', { challengeId })
      if (left === 0) return frame.show(view)
      onLeft(left)
    }
  }
  return (
    <Screen title={texts.liveness.title} why={texts.liveness.why}>
      {captures === undefined ? (
        <Bar part={undefined} label={texts.liveness.loading} />
      ) : (
        <captures.LivenessCapture
          texts={captures.texts}
          start={start}
          sendFrames={sendFrames}
          finish={finish}
          onCameraProblem={(problem) => tellCameraProblem(frame, problem)}
          onUploadFailed={(error) => frame.tell(error)}
        />
      )}
      <RefusalNotice />
      <HandOffOffer />
    </Screen>
  )
}
