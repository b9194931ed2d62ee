import type { AddressLabels } from '@touchstone/contract'
import { categoryFacts, isCategory } from '../labels/categories.ts'
import type { KytDesk } from './desk.ts'
import { inOrder } from './known-as.ts'
import { resolveAccount } from './resolve-account.ts'

export async function getAddressLabels(
  desk: KytDesk,
  asked: { coin: string; address: string },
): Promise<AddressLabels> {
  const { key } = resolveAccount(asked)
  const labels = inOrder(await desk.labels(key))
  const names = labels.flatMap((label) => [label.entity, label.label]).filter((name) => name !== '')
  const types = labels.map((label) =>
    isCategory(label.category) ? categoryFacts[label.category].labelType : '',
  )
  return { label_list: [...new Set(names)], label_type: types.find((type) => type !== '') ?? '' }
}
