import { OperatorError, UserError } from '@touchstone/common'
import { ServiceError } from '@touchstone/contract'
import { InputError } from '@touchstone/kyc'
import { expect, test } from 'vitest'
import { pageFailure } from './page-failure.ts'

const userError = (code: string) => new UserError({ code, message: 'It happened.', remedy: 'Do this.' })

test.each([
  ['session.unknown', 401],
  ['token.expired', 401],
  ['domain.not-allowed', 403],
  ['member.not-allowed', 403],
  ['member.not-found', 404],
  ['page.forged', 403],
  ['sign-in.code-wrong', 422],
  ['sign-in.too-many', 429],
  ['program.unknown', 404],
  ['program.inactive', 403],
  ['parameter.mode', 400],
  ['step.other', 409],
  ['login.code-wrong', 422],
  ['login.too-many', 429],
  ['login.mail-failed', 503],
  ['work.busy', 503],
  ['upload.too-large', 413],
  ['document.unreadable', 422],
])('responds to %s with %i', (code, http) => {
  const { body, cause, ...answer } = pageFailure(userError(code))
  expect(answer.http).toBe(http)
  expect(body).toEqual({ error: { code, message: 'It happened.', remedy: 'Do this.', retryable: false } })
  expect(cause).toBeUndefined()
})

test('hides internal details from the page and logs them', () => {
  const secret = 'the store at 10.0.0.1 says no'
  for (const error of [
    new Error(secret),
    new OperatorError({ code: 'chain.not-configured', message: secret, remedy: secret }),
  ]) {
    const { http, body, cause } = pageFailure(error)
    expect([http, body.error.code]).toEqual([500, 'system'])
    expect(JSON.stringify(body)).not.toContain('10.0.0.1')
    expect(cause).toBe(error)
  }
})

test('has separate codes for limits, readiness and unknown paths', () => {
  expect(pageFailure(new ServiceError('rateLimit', { retryAfterSeconds: 1 }))).toMatchObject({
    http: 429,
    retryAfterSeconds: 1,
    body: { error: { code: 'rate-limit', retryable: true } },
  })
  expect(pageFailure(new ServiceError('notReady')).http).toBe(503)
  expect(pageFailure(new ServiceError('noSuchPath')).http).toBe(404)
  expect(pageFailure(new InputError('program', 'is not active')).body.error.code).toBe('program.inactive')
  expect(pageFailure(new InputError('mint mode', 'must be 1 or 2'))).toMatchObject({
    http: 400,
    body: { error: { code: 'parameter.mint-mode', message: 'mint mode must be 1 or 2.' } },
  })
})

test('names the invalid field of a body without its value', () => {
  const violation = { keyword: 'enum', instancePath: '/locale', params: { allowedValues: ['en', 'zh-hk'] } }
  expect(pageFailure({ validation: [violation], validationContext: 'body' })).toMatchObject({
    http: 400,
    body: { error: { code: 'parameter.locale', message: expect.stringContaining('one of en, zh-hk') } },
  })
  const missing = { keyword: 'required', instancePath: '', params: { missingProperty: 'appId' } }
  expect(pageFailure({ validation: [missing] }).body.error.code).toBe('parameter.appId')
})
