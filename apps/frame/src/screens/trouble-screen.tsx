import type { ReactNode } from 'react'
import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { Screen } from '../parts/screen.tsx'
import type { Trouble } from '../state/frame-state.ts'
import { useFrame } from '../state/use-frame.ts'
import { failureOf } from '../texts/failure-of.ts'
import type { Texts } from '../texts/texts.ts'
import { failureIcons } from './failure-icons.ts'
import { HandOffOffer } from './hand-off-offer.tsx'

const cameraScreens: ReadonlySet<string> = new Set(['camera-denied', 'no-camera'])

/** Shows a problem that does not belong to a step of the journey. */
export function TroubleScreen({ trouble }: { trouble: Trouble }) {
  const { texts } = useFrame()
  const { screen, again, reason = '' } = trouble
  const { title, why } = failureOf(texts, screen, reason)
  return (
    <Screen
      title={title}
      why={why}
      icon={failureIcons[screen]}
      tone="failed"
      actions={
        <>
          {again && <Action label={texts.common.tryAgain} onPress={again} />}
          {cameraScreens.has(screen) && <HandOffOffer />}
        </>
      }
    >
      {details(texts, trouble)}
    </Screen>
  )
}

function details(texts: Texts, { screen, reason = '', said = '' }: Trouble): ReactNode {
  if (screen === 'wrong-parameter') {
    const shapes: Record<string, string> = texts.wrongParameter.shapes
    return (
      <Facts
        facts={[
          [texts.wrongParameter.which, <code key="name">{reason}</code>],
          [
            texts.wrongParameter.should,
            Object.hasOwn(shapes, reason) ? shapes[reason] : texts.wrongParameter.other,
          ],
        ]}
      />
    )
  }
  if (screen === 'page-refused') {
    const [method, cause] = reason.split('.') as [
      keyof Texts['methods'],
      'refused' | 'timeout' | 'alone' | 'shape',
    ]
    // An exception of the site's own code does not help the person. A wallet's message can.
    const isOfSite = method === 'getAccessToken'
    const isSaid = said !== '' && !isOfSite
    return (
      <>
        <p className="notice">{texts.pageRefused[isOfSite && cause === 'refused' ? 'siteFailed' : cause]}</p>
        <Facts
          facts={[
            [texts.pageRefused.asked, texts.methods[method]],
            ...(isSaid ? [[texts.pageRefused.said, `“${said}”`] as const] : []),
          ]}
        />
      </>
    )
  }
  if (screen === 'unsupported-browser') {
    const names: Record<string, string> = texts.features
    return (
      <ul className="plain-list">
        {reason.split(' ').map((name) => (
          <li key={name}>{names[name] ?? name}</li>
        ))}
      </ul>
    )
  }
  const { beside: sentence } = failureOf(texts, screen, reason)
  return (
    <>
      {sentence !== undefined && <p className="notice">{sentence}</p>}
      {reason !== '' && <p className="muted small">{texts.failed.technical(reason)}</p>}
    </>
  )
}
