import { Action } from '../parts/action.tsx'
import { useFrame } from '../state/use-frame.ts'

/** For steps that need a camera, offers to continue on a phone. */
export function HandOffOffer() {
  const { frame, view, texts } = useFrame()
  if (view === undefined || view.device === 'phone' || !view.handsOff || isPhone()) return null
  const offer = async () => {
    const answer = await frame.act<{ url: string }>('hand-off', '/hand-off')
    if (answer !== undefined) frame.store.set({ handOffUrl: answer.url, trouble: undefined })
  }
  return (
    <Action
      kind="text"
      icon="phone"
      name="hand-off"
      label={texts.handOff.offer}
      onPress={() => void offer()}
    />
  )
}

/** Detects whether this device is a phone. */
function isPhone(): boolean {
  return matchMedia('(pointer: coarse) and (max-device-width: 600px)').matches
}
