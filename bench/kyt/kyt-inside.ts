/**
 * What the KYT engine's door does not show, taken from its build: the very same statements have to be run with and
 * without the import around them.
 */
type ApplyStore = typeof import('../../packages/kyt/src/ledger/apply-store.ts')
type Context = typeof import('../../packages/kyt/src/context.ts')

// From bench/dist/bench/kyt to packages/kyt/dist.
const load = <Module>(file: string) =>
  import(new URL(`../../../../packages/kyt/dist/${file}`, import.meta.url).href) as Promise<Module>

export const { applyFresh } = await load<ApplyStore>('ledger/apply-store.js')
export const { defaultBatchRows } = await load<Context>('context.js')
