import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'

/** Where a provider's window comes back to. */
export function ProviderReturnScreen({ handedOver }: { handedOver: boolean }) {
  const { providerReturn } = useFrame().texts
  return handedOver ? (
    <Screen title={providerReturn.title} why={providerReturn.why} icon="check" tone="passed" />
  ) : (
    <Screen title={providerReturn.missingTitle} why={providerReturn.missing} icon="alert" tone="failed" />
  )
}
