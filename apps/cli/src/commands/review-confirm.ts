import type { Command } from 'commander'
import { decideReview } from '../output/decide-review.ts'

export function reviewConfirm(parent: Command): void {
  decideReview(parent, 'confirm', {
    description:
      'the listed party, a face that is known already, a document that is refused, or nobody alive: it fails',
    done: 'is confirmed: the verification has failed, or what was shared is revoked.',
  })
}
