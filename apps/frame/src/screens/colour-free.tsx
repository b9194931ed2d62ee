import { Action } from '../parts/action.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Rows } from '../parts/rows.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { colourFreeIn } from '../texts/later-texts.ts'
import type { StepOf } from './step-of.ts'

/**
 * Explains the colour-free alternative to people who must avoid flashing lights. If the program does not
 * offer it, shows whom to contact.
 */
export function ColourFreeScreen({ step, onBack }: { step: StepOf<'liveness'>; onBack: () => void }) {
  const { frame, view, texts } = useFrame()
  const { title, why, keeps, agree, back, noneTitle, none } = colourFreeIn(texts).colourFree
  if (step.colourFree === undefined)
    return (
      <Screen
        title={noneTitle}
        why={none(view?.merchant.name ?? '')}
        icon="person"
        actions={<Action kind="plain" label={back} onPress={onBack} />}
      >
        <Support />
      </Screen>
    )
  const choose = () => void frame.act('agree', '/liveness/colours', { colours: false }).then(onBack)
  return (
    <Screen
      title={title}
      why={why}
      icon="person"
      actions={
        <>
          <Action name="agree" label={agree} onPress={choose} />
          <Action kind="text" label={back} onPress={onBack} />
        </>
      }
    >
      <Rows
        rows={[
          { key: 'moves', icon: 'camera', text: keeps.moves },
          { key: 'sealed', icon: 'key', text: keeps.sealed(step.colourFree.days) },
          { key: 'seen', icon: 'shield', text: keeps.seen },
          { key: 'deleted', icon: 'trash', text: keeps.deleted },
        ]}
      />
      <RefusalNotice />
    </Screen>
  )
}

/** Shows the site's contact details. */
function Support() {
  const { view, texts } = useFrame()
  const { support: words } = colourFreeIn(texts)
  const { name = '', support } = view?.merchant ?? {}
  if (support === undefined) return <p className="notice">{words.unknown(name)}</p>
  const href = support.startsWith('https://') ? support : `mailto:${support}`
  return (
    <p className="notice">
      <span>
        {words.ask(name)}{' '}
        <a href={href} target="_blank" rel="noopener noreferrer">
          {support.replace(/^https:\/\//, '')}
        </a>
      </span>
    </p>
  )
}
