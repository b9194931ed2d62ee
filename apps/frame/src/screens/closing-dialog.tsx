import { Modal } from '../parts/modal.tsx'
import { useFrame } from '../state/use-frame.ts'

export function ClosingDialog() {
  const { frame, texts, closingAsked } = useFrame()
  const answer = (close: boolean) => {
    frame.store.set({ dialog: undefined, closingAsked: false })
    if (closingAsked) frame.link.answerClosing(close)
    else if (close) frame.link.close()
  }
  return (
    <Modal
      title={texts.closing.title}
      why={texts.closing.why}
      onClose={() => answer(false)}
      actions={
        <>
          <button type="button" className="button button-primary" onClick={() => answer(false)}>
            {texts.closing.stay}
          </button>
          <button type="button" className="button" onClick={() => answer(true)}>
            {texts.closing.leave}
          </button>
        </>
      }
    />
  )
}
