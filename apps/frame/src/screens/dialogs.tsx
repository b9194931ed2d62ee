import { Action } from '../parts/action.tsx'
import { Modal } from '../parts/modal.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { useFrame } from '../state/use-frame.ts'
import { requestsIn } from '../texts/later-texts.ts'
import { BackupDialog } from './backup-dialog.tsx'
import { DataDialog } from './data-dialog.tsx'
import { ForgetDialog } from './forget-dialog.tsx'

const dialogs = {
  closing: ClosingDialog,
  data: DataDialog,
  withdraw: WithdrawDialog,
  forget: ForgetDialog,
  backup: BackupDialog,
}

/** Renders the open dialog, if any. */
export function Dialogs() {
  const { dialog } = useFrame()
  if (dialog === undefined) return null
  const Shown = dialogs[dialog]
  return <Shown key={dialog} />
}

function ClosingDialog() {
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

function WithdrawDialog() {
  const { frame, view, texts } = useFrame()
  const { data } = requestsIn(texts)
  const merchant = view?.merchant.name ?? ''
  const close = () => frame.store.set({ dialog: undefined })
  const withdraw = () =>
    void frame.work('withdraw', async () => {
      const answer = await frame.post('/withdraw', {})
      close()
      frame.show(answer.view)
    })
  return (
    <Modal
      title={data.withdrawTitle(merchant)}
      why={data.withdrawWhy(merchant)}
      onClose={close}
      actions={
        <>
          <Action kind="danger" name="withdraw" label={data.withdrawConfirm} onPress={withdraw} />
          <button type="button" className="button" onClick={close}>
            {data.keepSharing}
          </button>
        </>
      }
    >
      <RefusalNotice />
    </Modal>
  )
}
