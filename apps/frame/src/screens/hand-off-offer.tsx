import { Action } from '../parts/action.tsx'
import { useFrame } from '../state/use-frame.ts'

/** A camera in the hand is better than none: the part that needs one can be done on the phone. */
export function HandOffOffer() {
  const { frame, view, texts } = useFrame()
  if (view === undefined || view.device === 'phone' || isPhone()) return null
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

/** This one is a phone already. */
function isPhone(): boolean {
  return matchMedia('(pointer: coarse) and (max-device-width: 600px)').matches
}
