/** The grant is missing; or it could not be checked, which says nothing about whether it is there. */
export class GrantError extends Error {
  override readonly name = 'GrantError'
  readonly code: 'grant.unreachable' | 'grant.refused' | 'grant.missing'

  constructor(code: GrantError['code'], message: string) {
    super(message)
    this.code = code
  }
}
