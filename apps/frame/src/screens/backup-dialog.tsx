import { useState } from 'react'
import { loadHolder } from '../holder/load-holder.ts'
import { Action } from '../parts/action.tsx'
import { Field } from '../parts/field.tsx'
import { Modal } from '../parts/modal.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { saveFile } from '../parts/save-file.ts'
import { useFrame } from '../state/use-frame.ts'

const leastLetters = 10

export function BackupDialog() {
  const { frame, texts } = useFrame()
  const { backup } = texts
  const [passphrase, setPassphrase] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problem, setProblem] = useState<'tooShort' | 'different' | 'none'>()
  const [saved, setSaved] = useState(false)
  const close = () => frame.store.set({ dialog: undefined })
  const save = () => {
    if ([...passphrase].length < leastLetters) return setProblem('tooShort')
    if (passphrase !== repeated) return setProblem('different')
    setProblem(undefined)
    void frame.work('backup', async () => {
      const { exportHolderFile, openHolderStore } = await loadHolder()
      const holder = await (await openHolderStore()).current()
      if (holder === undefined) return setProblem('none')
      saveFile('touchstone-wallet.json', await exportHolderFile(holder, passphrase))
      setSaved(true)
    })
  }
  return (
    <Modal
      title={backup.title}
      why={backup.why}
      onClose={close}
      actions={
        <>
          {!saved && <Action name="backup" icon="download" label={backup.save} onPress={save} />}
          <button type="button" className={saved ? 'button button-primary' : 'button'} onClick={close}>
            {texts.common.back}
          </button>
        </>
      }
    >
      {saved ? (
        <p className="notice notice-passed" role="status">
          {backup.saved}
        </p>
      ) : (
        <>
          <Field
            label={backup.passphrase}
            type="password"
            autoComplete="new-password"
            value={passphrase}
            problem={problem === 'tooShort' ? backup.tooShort : undefined}
            onValue={setPassphrase}
          />
          <Field
            label={backup.repeat}
            type="password"
            autoComplete="new-password"
            value={repeated}
            problem={
              problem === 'different' ? backup.different : problem === 'none' ? backup.none : undefined
            }
            onValue={setRepeated}
          />
          <RefusalNotice />
        </>
      )}
    </Modal>
  )
}
