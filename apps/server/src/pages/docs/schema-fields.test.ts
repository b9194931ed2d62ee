import { operations } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { type JsonSchema, schemaFields, typeOf } from './schema-fields.ts'

test('lists nested fields after the field that contains them', () => {
  const { data, request } = operations.getUsersList
  const rows = schemaFields(data as JsonSchema)
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['total', 'users', 'users[].svcId', 'users[].clientUserIdentifier[].tokenId']),
  )
  expect(rows.find(({ name }) => name === 'users')?.type).toBe('list of objects')
  expect(schemaFields(request as JsonSchema).every(({ required }) => required)).toBe(true)
})

test('marks nullable fields, and lists the values of an enum that has no description', () => {
  const fields = schemaFields(operations.queryKycResult.data as JsonSchema)
  expect(fields.find(({ name }) => name === 'verifierValues.age')).toMatchObject({ type: 'boolean or null' })
  const score = schemaFields(operations.getRiskScore.data as JsonSchema)
  expect(score.find(({ name }) => name === 'score')).toMatchObject({ type: 'integer', about: '3 to 100' })
  expect(score.find(({ name }) => name === 'risk_level')?.about).toBe('One of: Low, Moderate, High, Severe')
  expect(schemaFields(operations.investigateTransactions.request as JsonSchema)).toContainEqual({
    name: 'page',
    type: 'integer',
    required: false,
    about: 'Default: 1',
  })
})

test('returns only a type for data that is not an object', () => {
  const { data } = operations.checkMeidBinding
  expect(schemaFields(data as JsonSchema)).toEqual([])
  expect(typeOf(data as JsonSchema)).toBe('boolean')
})
