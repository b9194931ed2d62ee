import type { Command } from 'commander'
import { decideReview } from '../output/decide-review.ts'

export function reviewClear(parent: Command): void {
  decideReview(parent, 'clear', {
    description:
      'another person than the listed one, nobody known, a document as it is given, or a live person: it goes on',
    done: 'is cleared: the verification goes on.',
  })
}
