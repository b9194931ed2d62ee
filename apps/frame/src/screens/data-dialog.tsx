import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { Modal } from '../parts/modal.tsx'
import { Moment } from '../parts/moment.tsx'
import { useFrame } from '../state/use-frame.ts'
import { requestsIn } from '../texts/requests-in.ts'

export function DataDialog() {
  const { frame, view, texts } = useFrame()
  const { data, notices } = requestsIn(texts)
  const close = () => frame.store.set({ dialog: undefined })
  const known = view?.login !== undefined
  return (
    <Modal
      title={data.title}
      why={data.why}
      onClose={close}
      actions={
        <>
          <button type="button" className="button button-primary" onClick={close}>
            {texts.common.back}
          </button>
          {known && view?.shared && (
            <Action
              kind="plain"
              label={data.withdraw(view.merchant.name)}
              onPress={() => frame.store.set({ dialog: 'withdraw', refusal: undefined })}
            />
          )}
          {known && (
            <Action
              kind="danger"
              icon="trash"
              label={data.forget}
              onPress={() => frame.store.set({ dialog: 'forget', refusal: undefined })}
            />
          )}
        </>
      }
    >
      {known ? (
        <>
          <Facts facts={[[data.signedIn, view?.login ?? '']]} />
          {view?.notices !== undefined && (
            <Facts
              facts={view.notices.map(({ kind, at }) => [
                notices.kinds[kind],
                <Moment key={`${kind} ${at}`} at={at} language={texts.language} />,
              ])}
            />
          )}
          <ul className="plain-list">
            {Object.entries(data.stored).map(([key, text]) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>{data.notSignedIn}</p>
      )}
    </Modal>
  )
}
