import { Bar } from '../parts/bar.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Rows } from '../parts/rows.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { HandOffOffer } from './hand-off-offer.tsx'
import { useCaptures } from './use-captures.ts'

export function AddressScreen() {
  const { frame, texts, busy } = useFrame()
  const { address } = texts
  const captures = useCaptures()
  const send = (file: Blob) => {
    const form = new FormData()
    form.set('file', file)
    void frame.act('address', '/address', form)
  }
  return (
    <Screen title={address.title} why={address.why}>
      <Rows
        title={address.countsTitle}
        rows={[
          { key: 'bill', icon: 'home', text: address.counts.bill },
          { key: 'bank', icon: 'bank', text: address.counts.bank },
          { key: 'office', icon: 'document', text: address.counts.office },
          { key: 'age', icon: 'clock', text: address.age },
        ]}
      />
      {captures === undefined ? (
        <Bar part={undefined} label={address.loading} />
      ) : (
        <captures.FileDrop
          texts={captures.texts}
          accept="proof"
          isDisabled={busy === 'address'}
          onFile={send}
        />
      )}
      {busy === 'address' && <Bar part={undefined} label={address.sending} />}
      <RefusalNotice />
      <HandOffOffer />
    </Screen>
  )
}
