import { useRef, useState } from 'react'
import { loadHolder } from '../holder/load-holder.ts'
import { Action } from '../parts/action.tsx'
import { Bar } from '../parts/bar.tsx'
import { Field } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { useWhenIdle } from '../state/use-when-idle.ts'
import type { StepOf } from './step-of.ts'

export function WalletMissingScreen({
  step,
  onBrought,
}: {
  step: StepOf<'wallet-missing'>
  onBrought?: () => void
}) {
  const { frame, view, texts } = useFrame()
  const { walletMissing } = texts
  const [file, setFile] = useState<File>()
  const [passphrase, setPassphrase] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  // Several people can use this device, so the requested wallet may be stored even if another one was used
  // last. If no commitment is requested, this person has no wallet yet, and a stored wallet belongs to
  // someone else.
  useWhenIdle(step.commitment, () => {
    void frame.work('open', async () => {
      const { createSsiWallet, nameDevice, openHolderStore } = await loadHolder()
      const store = await openHolderStore()
      const wallet = step.commitment === '' ? await createSsiWallet() : await store.find(step.commitment)
      if (wallet === undefined) return
      await store.importWallet(wallet, await store.credentials(wallet).catch(() => []))
      const device = await nameDevice(wallet, view?.deviceChallenge ?? '')
      frame.show((await frame.post('/device', device)).view)
    })
  })

  const open = () => {
    if (file === undefined) {
      setProblem(walletMissing.needFile)
      input.current?.focus()
      return
    }
    void frame.work('open', async () => {
      setProblem(undefined)
      const { importHolderFile, nameDevice, openHolderStore } = await loadHolder()
      const { wallet, credentials } = await importHolderFile(await file.text(), passphrase)
      if (wallet.commitment !== step.commitment) return setProblem(walletMissing.other)
      await (await openHolderStore()).importWallet(wallet, credentials)
      const device = await nameDevice(wallet, view?.deviceChallenge ?? '')
      frame.show((await frame.post('/device', device)).view)
      onBrought?.()
    })
  }
  // The wallet is still being created, so there is no wallet file to open yet.
  if (step.commitment === '')
    return (
      <Screen title={texts.prove.title} why={texts.prove.why} icon="key">
        <Bar part={undefined} label={texts.prove.wallet} />
        <RefusalNotice />
      </Screen>
    )
  return (
    <Screen
      title={walletMissing.title}
      why={walletMissing.why}
      icon="key"
      onSubmit={open}
      actions={
        <>
          <Action name="open" label={walletMissing.open} />
          {step.face && (
            <Action
              kind="plain"
              name="lost"
              icon="face"
              label={walletMissing.showFace}
              onPress={() => void frame.act('lost', '/device/lost')}
            />
          )}
        </>
      }
    >
      <label className="file">
        <input
          ref={input}
          className="file-input"
          type="file"
          accept="application/json,.json"
          onChange={(event) => setFile(event.target.files?.[0])}
        />
        <Icon name="document" />
        <span className="row-text">
          <span className="field-label">{walletMissing.file}</span>
          <span className="muted">{file?.name ?? walletMissing.choose}</span>
        </span>
      </label>
      <Field
        label={walletMissing.passphrase}
        type="password"
        autoComplete="current-password"
        value={passphrase}
        problem={problem}
        onValue={setPassphrase}
      />
      <RefusalNotice />
      <p className="muted small">{step.face ? walletMissing.lost : walletMissing.noFace}</p>
    </Screen>
  )
}
