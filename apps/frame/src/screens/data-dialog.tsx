import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { Modal } from '../parts/modal.tsx'
import { Moment } from '../parts/moment.tsx'
import { useFrame } from '../state/use-frame.ts'
import { requestsIn } from '../texts/later-texts.ts'

export function DataDialog() {
  const { frame, view, texts } = useFrame()
  const { data, notices } = requestsIn(texts)
  const close = () => frame.store.set({ dialog: undefined })
  // Missing until the sign-in is complete, for example while a wallet signature is pending.
  const yourData = view?.yourData
  const showFace = () => {
    close()
    void frame.act('lost', '/device/lost')
  }
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
          {yourData && view?.shared && (
            <Action
              kind="plain"
              label={data.withdraw(view.merchant.name)}
              onPress={() => frame.store.set({ dialog: 'withdraw', refusal: undefined })}
            />
          )}
          {yourData === 'face' && (
            <Action kind="plain" icon="face" label={data.showFace} onPress={showFace} />
          )}
          {yourData === 'shown' && (
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
      {yourData ? (
        <>
          <Facts facts={[[data.signedIn, view?.login ?? '']]} />
          {view?.notices !== undefined && (
            <section className="block">
              <h3 className="label">{notices.title}</h3>
              <ul className="pairs">
                {view.notices.map(({ kind, at }) => (
                  <li key={`${kind} ${at}`} className="pair">
                    <span>{notices.kinds[kind]}</span>
                    <Moment at={at} language={texts.language} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {yourData === 'shown' ? (
            <section className="block">
              <h3 className="label">{data.storedTitle}</h3>
              <ul className="plain-list">
                {Object.entries(data.stored).map(([key, text]) => (
                  <li key={key}>{text}</li>
                ))}
              </ul>
            </section>
          ) : (
            <p className="notice">{data.locked[yourData]}</p>
          )}
        </>
      ) : (
        <p>{data.notSignedIn}</p>
      )}
    </Modal>
  )
}
