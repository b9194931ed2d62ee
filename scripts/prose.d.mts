export type Passage = {
  path: string
  line: number
  kind: 'documentation' | 'comment' | 'message'
  text: string
}
export type Finding = Passage & { found: string; write: string }
export const adviceList: readonly { pattern: RegExp; write: string; except?: RegExp }[]
export const exemptions: readonly { path: string; words: RegExp }[]
export function proseFiles(paths?: readonly string[]): string[]
export function passagesOf(path: string, source: string): Passage[]
export function isProse(sentence: string): boolean
export function findingsIn(passages: readonly Passage[]): Finding[]
export function sampleSentences(passages: readonly Passage[], count: number, seed: string): Passage[]
