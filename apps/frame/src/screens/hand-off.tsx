import type { FrameView } from '@touchstone/contract'
import { Suspense } from 'react'
import { Action } from '../parts/action.tsx'
import { clockTime } from '../parts/clock-time.ts'
import { Digits } from '../parts/digits.tsx'
import { lazyPart } from '../parts/lazy-part.ts'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useCountdown } from '../parts/use-countdown.ts'
import { useFrame } from '../state/use-frame.ts'

const QrCode = lazyPart(() => import('../parts/qr-code.tsx').then(({ QrCode }) => QrCode))

/**
 * On the device where the person started, shows the QR code for the phone and then the digits to compare.
 */
export function HandOffScreen({ handOff }: { handOff: NonNullable<FrameView['handOff']> }) {
  const { frame, texts, handOffUrl } = useFrame()
  const left = useCountdown(handOff.expiresAt)
  const cancel = (
    <Action
      kind="text"
      name="cancel"
      icon="arrowLeft"
      label={texts.handOff.cancel}
      onPress={() => void frame.act('cancel', '/hand-off/cancel')}
    />
  )
  const answer = (matches: boolean) => void frame.act(`${matches}`, '/hand-off/confirm', { matches })
  if (handOff.state === 'claimed' && handOff.digits !== undefined) {
    return (
      <Screen
        title={texts.handOff.digitsTitle}
        why={texts.handOff.digitsWhy}
        icon="phone"
        actions={
          <>
            <Action name="true" label={texts.handOff.same} onPress={() => answer(true)} />
            <Action kind="plain" name="false" label={texts.handOff.different} onPress={() => answer(false)} />
          </>
        }
      >
        <Digits digits={handOff.digits} />
        <RefusalNotice />
      </Screen>
    )
  }
  const again = async () => {
    const made = await frame.act<{ url: string }>('again', '/hand-off')
    if (made !== undefined) frame.store.set({ handOffUrl: made.url })
  }
  const usable = handOffUrl !== undefined && left > 0
  return (
    <Screen
      title={texts.handOff.title}
      why={texts.handOff.why}
      actions={
        <>
          {!usable && <Action name="again" label={texts.handOff.again} onPress={() => void again()} />}
          {cancel}
        </>
      }
    >
      <div className="qr">
        {usable && (
          <Suspense fallback={null}>
            <QrCode text={handOffUrl} label={texts.handOff.alt} />
          </Suspense>
        )}
      </div>
      <p className="muted small centred" role="status">
        {usable ? texts.handOff.waiting : texts.handOff.expired}
      </p>
      {usable && <p className="muted small centred">{texts.handOff.expires(clockTime(left))}</p>}
      <RefusalNotice />
    </Screen>
  )
}
