import { loadHolder } from '../holder/load-holder.ts'
import { Action } from '../parts/action.tsx'
import { Modal } from '../parts/modal.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { useFrame } from '../state/use-frame.ts'
import { requestsIn } from '../texts/later-texts.ts'

export function ForgetDialog() {
  const { frame, texts } = useFrame()
  const { data } = requestsIn(texts)
  const close = () => frame.store.set({ dialog: undefined })
  const forget = () =>
    void frame.work('forget', async () => {
      const { view } = await frame.post('/forget', {})
      // The wallet stays on the device until the erasure is performed.
      if (view.step.name === 'forgotten') {
        const { openHolderStore } = await loadHolder()
        await (await openHolderStore()).clear()
      }
      close()
      frame.show(view)
    })
  return (
    <Modal
      title={data.forgetTitle}
      why={data.forgetWhy}
      onClose={close}
      actions={
        <>
          <Action kind="danger" name="forget" icon="trash" label={data.forgetConfirm} onPress={forget} />
          <button type="button" className="button" onClick={close}>
            {data.keep}
          </button>
        </>
      }
    >
      <RefusalNotice />
    </Modal>
  )
}
