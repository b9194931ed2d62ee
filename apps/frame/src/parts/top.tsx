import { useFrame } from '../state/use-frame.ts'
import { Icon } from './icon.tsx'

/** The header, with the requesting site's name, the button for the person's data, and the close button. */
export function Top({ onClose }: { onClose: (() => void) | undefined }) {
  const { frame, view, texts } = useFrame()
  return (
    <div className="top">
      <Mark />
      <p className="top-names">
        <span className="top-name">{texts.top.verification}</span>
        <span className="top-for">{view ? texts.top.for(view.merchant.name) : texts.product}</span>
      </p>
      {view && view.device === 'own' && view.step.name !== 'forgotten' && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={texts.top.yourData}
          title={texts.top.yourData}
          onClick={() => frame.store.set({ dialog: 'data' })}
        >
          <Icon name="person" />
        </button>
      )}
      {onClose && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={texts.top.close}
          title={texts.top.close}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

/** The logo of `touchstone.svg` in the colours of the theme. */
function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path className="mark-stone" d="m11 5 12 2 5 9-8 10-12-1-4-9z" />
      <path className="mark-streak" d="m11 21 10-10" />
    </svg>
  )
}
