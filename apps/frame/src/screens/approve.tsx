import {
  findChain,
  type TransactionFees,
  type V1WalletTransaction,
  type WalletTransaction,
} from '@touchstone/contract'
import { Account } from '../parts/account.tsx'
import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import type { Frame } from '../state/create-frame.ts'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

export function ApproveScreen({ step }: { step: StepOf<'approve'> }) {
  const { frame, texts } = useFrame()
  const { transaction } = step
  const approve = () =>
    void frame.work('approve', async () => {
      const request = frame.link.dialect === 2 ? transaction : await pricedTransaction(frame, transaction)
      const hash = await frame.ask('delegateTransaction', request, approve)
      if (hash === undefined) return
      frame.show((await frame.post('/approval', { hash })).view)
    })
  return (
    <Screen
      title={texts.approve.title}
      why={texts.approve.why}
      icon="wallet"
      actions={
        <Action
          name="approve"
          label={texts.approve.approve}
          busyLabel={texts.approve.waiting}
          onPress={approve}
        />
      }
    >
      <Facts
        facts={[
          [texts.approve.network, findChain(transaction.chainId)?.name ?? transaction.chainId],
          [texts.approve.from, <Account key="from" value={transaction.from} />],
          [texts.approve.to, <Account key="to" value={transaction.to} />],
        ]}
      />
      <RefusalNotice />
    </Screen>
  )
}

/**
 * The transaction in the published client's format. It sets only the legacy gas price, which every chain
 * accepts. The two EIP-1559 fields are null because wallets reject transactions with both fee types.
 */
async function pricedTransaction(
  frame: Frame,
  { chainId, from, to, data }: WalletTransaction,
): Promise<V1WalletTransaction> {
  const { gasLimit, gasPrice } = await frame.post<TransactionFees>('/approval/fees', {})
  const hexChain = `0x${Number(chainId).toString(16)}`
  return {
    ...{ from, to, data, chainId: hexChain, gasLimit, gasPrice },
    ...{ maxFeePerGas: null, maxPriorityFeePerGas: null },
  }
}
