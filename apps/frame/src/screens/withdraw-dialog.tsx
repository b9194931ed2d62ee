import { Action } from '../parts/action.tsx'
import { Modal } from '../parts/modal.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { useFrame } from '../state/use-frame.ts'

export function WithdrawDialog() {
  const { frame, view, texts } = useFrame()
  const { data } = texts
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
