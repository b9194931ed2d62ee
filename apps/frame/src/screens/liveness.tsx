import type { LivenessTurn } from '@touchstone/contract'
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
    await frame.post('/liveness/frames', form)
  }
  const finish = async (challengeId: string): Promise<void> => {
    frame.show((await frame.post('/liveness/finish', { challengeId })).view)
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
