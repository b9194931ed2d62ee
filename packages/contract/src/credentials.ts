import { Type } from './schema.ts'

export const apiKeyField = Type.String({
  description: "The client's API key",
  examples: ['1f0c9a2b.5d7e0c4f8a1b3d6e9f2a5c8b1e4d7f0a'],
})

export const mchNoField = Type.String({
  description: 'Merchant number, the same value as the application id of the widget',
  examples: ['M2026111500000000000000000000001'],
})

export const programNoField = Type.String({ description: 'Program identifier', examples: ['202611150001'] })

/** Credentials of the admin gateway: always in the body. Their form is not checked: an unknown pair is simply unknown. */
export const merchantCredentials = { mchNo: mchNoField, apiKey: apiKeyField }
