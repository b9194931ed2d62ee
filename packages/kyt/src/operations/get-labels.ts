import type { AddressLabels } from '@touchstone/contract'
import { categoryFacts, isCategory } from '../labels/categories.ts'
import type { KytDesk } from '../lookup/desk.ts'
import { inOrder } from '../lookup/known-as.ts'
import { type Account, resolveAccount, textOf } from '../lookup/resolve-account.ts'

export async function getAddressLabels(
  desk: KytDesk,
  asked: { coin: string; address: string },
): Promise<AddressLabels> {
  const account = resolveAccount(asked)
  return await desk.answer({ id: `labels ${textOf(account)}` }, (view) => make(view, account))
}

async function make(desk: KytDesk, { key }: Account): Promise<AddressLabels> {
  const labels = inOrder(await desk.labels(key))
  const names = labels.flatMap((label) => [label.entity, label.label]).filter((name) => name !== '')
  const types = labels.map((label) =>
    isCategory(label.category) ? categoryFacts[label.category].labelType : '',
  )
  return { label_list: [...new Set(names)], label_type: types.find((type) => type !== '') ?? '' }
}
