import type { LivenessFinished, LivenessFrames, LivenessTurn } from '@touchstone/contract'
import { useState } from 'react'
import { Bar } from '../parts/bar.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { colourFreeIn } from '../texts/later-texts.ts'
import { ColourFreeScreen } from './colour-free.tsx'
import { HandOffOffer } from './hand-off-offer.tsx'
import { showCameraProblem } from './show-camera-problem.ts'
import type { StepOf } from './step-of.ts'
import { useCaptures } from './use-captures.ts'

export function LivenessScreen({ step }: { step: StepOf<'liveness'> }) {
  const { frame, texts } = useFrame()
  const { colourFree } = colourFreeIn(texts)
  const captures = useCaptures()
  const [isAsking, setIsAsking] = useState(false)
  const isColourFree = step.colourFree?.chosen === true
  const start = () => frame.post<LivenessTurn>('/liveness', {})
  const sendFrames = async (challengeId: string, frames: { atMs: number; blob: Blob }[]): Promise<number> => {
    const form = new FormData()
    form.set('challengeId', challengeId)
    for (const { atMs, blob } of frames) form.append('frame', blob, String(atMs))
    const { view, framesPerSecond } = await frame.post<LivenessFrames>('/liveness/frames', form)
    // The server may already have ended the challenge, for example because the connection is too slow.
    if (view.step.name !== 'liveness') frame.show(view)
    return framesPerSecond
  }
  const withColours = () => void frame.act('colours', '/liveness/colours', { colours: true })
  const finish = async (challengeId: string, onLeft: (left: number) => void): Promise<void> => {
    for (;;) {
      const { left, view } = await frame.post<LivenessFinished>('/liveness/finish', { challengeId })
      if (left === 0) return frame.show(view)
      onLeft(left)
    }
  }
  if (isAsking) return <ColourFreeScreen step={step} onBack={() => setIsAsking(false)} />
  return (
    <Screen
      title={texts.liveness.title}
      why={isColourFree ? colourFree.chosen(step.colourFree?.days ?? 0) : texts.liveness.why}
    >
      {captures === undefined ? (
        <Bar part={undefined} label={texts.liveness.loading} />
      ) : (
        <captures.LivenessCapture
          texts={captures.texts}
          isColourFree={isColourFree}
          other={
            isColourFree
              ? { label: colourFree.withColours, onPress: withColours }
              : { label: colourFree.ask, onPress: () => setIsAsking(true) }
          }
          start={start}
          sendFrames={sendFrames}
          finish={finish}
          onCameraProblem={(problem) => showCameraProblem(frame, problem)}
          onUploadFailed={(error) => frame.showError(error)}
        />
      )}
      <RefusalNotice />
      <HandOffOffer />
    </Screen>
  )
}
