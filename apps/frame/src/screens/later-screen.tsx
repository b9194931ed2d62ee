import type { FrameView } from '@touchstone/contract'
import { Screen } from '../parts/screen.tsx'
import { StateIcon } from '../parts/state-icon.tsx'
import { useFrame } from '../state/use-frame.ts'
import { AddressScreen } from './address.tsx'
import { ApproveScreen } from './approve.tsx'
import { CheckAddressScreen } from './check-address.tsx'
import { ConsentScreen } from './consent.tsx'
import { DocumentScreen } from './document.tsx'
import { DocumentConfirmScreen } from './document-confirm.tsx'
import { DocumentReviewScreen } from './document-review.tsx'
import { DoneScreen } from './done.tsx'
import { FailedScreen } from './failed.tsx'
import { ForgottenScreen } from './forgotten.tsx'
import { HandOffScreen } from './hand-off.tsx'
import { InvestorScreen } from './investor.tsx'
import { LivenessScreen } from './liveness.tsx'
import { LocationScreen } from './location.tsx'
import { LoginCodeScreen } from './login-code.tsx'
import { LoginEmailScreen } from './login-email.tsx'
import { LoginWalletScreen } from './login-wallet.tsx'
import { OnPhoneScreen } from './on-phone.tsx'
import { PausedScreen } from './paused.tsx'
import { PhoneConfirmScreen, PhoneDoneScreen } from './phone.tsx'
import { ProveScreen } from './prove.tsx'
import { RequestScreen } from './request.tsx'
import { ReservedScreen } from './reserved.tsx'
import { ReviewFullScreen, ReviewScreen } from './review.tsx'
import type { StepOf } from './step-of.ts'
import { TestScreen } from './test-choice.tsx'
import { WalletMissingScreen } from './wallet-missing.tsx'
import { WithdrawnScreen } from './withdrawn.tsx'

/** Renders every screen except the first. This chunk is loaded while the person reads the first screen. */
export function LaterScreen({ view, onClose }: { view: FrameView; onClose: (() => void) | undefined }) {
  const { step, handOff, device } = view
  if (handOff !== undefined && device === 'own' && handOff.state !== 'confirmed')
    return <HandOffScreen handOff={handOff} />
  switch (step.name) {
    case 'authorize':
      return null
    case 'login-email':
      return <LoginEmailScreen />
    case 'login-code':
      return <LoginCodeScreen step={step} />
    case 'login-wallet':
      return <LoginWalletScreen step={step} />
    case 'check-address':
      return <CheckAddressScreen step={step} />
    case 'test':
      return <TestScreen step={step} />
    case 'document':
      return <DocumentScreen step={step} />
    case 'document-confirm':
      // Fields from a new reading reset the form. Corrections that the server refuses stay in the form.
      return <DocumentConfirmScreen key={JSON.stringify(step.fields)} step={step} />
    case 'document-review':
      return <DocumentReviewScreen step={step} />
    case 'liveness':
      return <LivenessScreen step={step} />
    case 'reserved':
      return <ReservedScreen step={step} />
    case 'location':
      return <LocationScreen />
    case 'address':
      return <AddressScreen />
    case 'investor':
      return <InvestorScreen step={step} />
    case 'working':
      return <WorkingScreen step={step} />
    case 'review':
      return <ReviewScreen step={step} onClose={onClose} />
    case 'review-full':
      return <ReviewFullScreen step={step} onClose={onClose} />
    case 'prove':
      return <ProveScreen key={step.context.challenge} step={step} />
    case 'wallet-missing':
      return <WalletMissingScreen step={step} />
    case 'approve':
      return <ApproveScreen step={step} />
    case 'consent':
      return <ConsentScreen step={step} />
    case 'done':
      return <DoneScreen step={step} onClose={onClose} />
    case 'failed':
      return <FailedScreen step={step} />
    case 'paused':
      return <PausedScreen step={step} onClose={onClose} />
    case 'on-phone':
      return <OnPhoneScreen step={step} />
    case 'phone-confirm':
      return <PhoneConfirmScreen step={step} />
    case 'phone-done':
      return <PhoneDoneScreen step={step} />
    case 'request':
      return <RequestScreen key={String(step.objected)} step={step} />
    case 'withdrawn':
      return <WithdrawnScreen step={step} onClose={onClose} />
    case 'forgotten':
      return <ForgottenScreen step={step} />
  }
}

function WorkingScreen({ step }: { step: StepOf<'working'> }) {
  const { texts } = useFrame()
  return (
    <Screen title={texts.working.title} why={texts.working.why}>
      <ol className="works" aria-live="polite">
        {step.works.map(({ name, state }) => (
          <li key={name} className={`work work-${state}`}>
            <StateIcon state={state} />
            <span className="row-text">{texts.working.works[name]}</span>
            <span className="row-note">{texts.working.states[state]}</span>
          </li>
        ))}
      </ol>
    </Screen>
  )
}
