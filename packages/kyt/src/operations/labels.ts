import type { AddressLabels, RiskAnswer } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { type LabelSourceRow, selectLabelSources } from '../imports/label-source-store.ts'
import { categoryFacts, isCategory } from '../labels/categories.ts'
import { inOrder } from '../lookup/known-as.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { type Account, textOf } from '../lookup/resolve-account.ts'
import { resolveCovered } from '../lookup/resolve-covered.ts'

export async function getAddressLabels(
  reader: KytReader,
  query: { coin: string; address: string },
): Promise<AddressLabels> {
  const account = await resolveCovered(reader, query)
  return await reader.cached({ id: `labels ${textOf(account)}` }, (view) => make(view, account))
}

async function make(reader: KytReader, { key }: Account): Promise<AddressLabels> {
  const labels = inOrder(await reader.labels(key))
  const names = labels.flatMap((label) => [label.entity, label.label]).filter((name) => name !== '')
  const types = labels.map((label) =>
    isCategory(label.category) ? categoryFacts[label.category].labelType : '',
  )
  return { label_list: [...new Set(names)], label_type: types.find((type) => type !== '') ?? '' }
}

/**
 * Lists all of an address's labels, most significant first, with each label's source, the source's edition
 * and the import time.
 */
export async function listLabels(
  reader: KytReader,
  query: { coin: string; address: string },
): Promise<RiskAnswer['labels']> {
  const account = await resolveCovered(reader, query)
  return await labelsOf(reader, account, await selectLabelSources(journalOf(reader.context)))
}

/** Lists an account's labels from what a reader returns. */
export async function labelsOf(
  reader: KytReader,
  { key }: Account,
  sources: readonly Pick<LabelSourceRow, 'name' | 'version' | 'importedAt'>[],
): Promise<RiskAnswer['labels']> {
  return inOrder(await reader.labels(key)).map(({ entity, label, category, incident, source, version }) => {
    const known = sources.find((each) => each.name === source && each.version === version)
    const name = entity !== '' && label !== '' && entity !== label ? `${entity}: ${label}` : entity || label
    return { name, category, incident, source, version, readAt: known?.importedAt.toISOString() ?? null }
  })
}
