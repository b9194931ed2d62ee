import { targetsWith } from '../support/targets.ts'

/** Written down before the first full run. */
export const target = targetsWith({
  'templates a second on one core, 1,000,000 people': '3 million, as one quick try said',
  'search, of the speed at which the same memory can be read': '60%',
})
