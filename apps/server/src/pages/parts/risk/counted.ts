import { grouped } from '@touchstone/design'

/** `1 hop`, `3 hops`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(String(count))} ${count === 1 ? one : many}`
}
