import { useState } from 'react'
import { Action } from '../parts/action.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'

const denied = 1
const patienceMs = 20_000

export function LocationScreen() {
  const { frame, texts } = useFrame()
  const [unavailable, setUnavailable] = useState(false)
  const share = () =>
    void frame.work('location', async () => {
      setUnavailable(false)
      const position = await findPosition()
      if (position === 'denied') {
        const again = () => frame.store.set({ trouble: undefined })
        frame.store.set({ trouble: { screen: 'location-denied', again } })
      } else if (position === 'unavailable') setUnavailable(true)
      else frame.show((await frame.post('/location', position)).view)
    })
  return (
    <Screen
      title={texts.location.title}
      why={texts.location.why}
      icon="pin"
      actions={
        <Action
          name="location"
          label={texts.location.share}
          busyLabel={texts.location.waiting}
          onPress={share}
        />
      }
    >
      <p className="muted">{texts.location.how}</p>
      <div role="alert">
        {unavailable && <p className="notice notice-failed">{texts.location.unavailable}</p>}
      </div>
      <RefusalNotice />
    </Screen>
  )
}

type Position = { latitude: number; longitude: number; accuracy: number }

function findPosition(): Promise<Position | 'denied' | 'unavailable'> {
  return new Promise((resolve) => {
    if (navigator.geolocation === undefined) return resolve('unavailable')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      ({ code }) => resolve(code === denied ? 'denied' : 'unavailable'),
      { enableHighAccuracy: true, timeout: patienceMs, maximumAge: 0 },
    )
  })
}
