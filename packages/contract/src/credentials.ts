import { Type } from './schema.ts'

/** Schema of the API key in request bodies. */
export const apiKeyField = Type.String({
  description: 'API key of the merchant',
  examples: ['1f0c9a2b.5d7e0c4f8a1b3d6e9f2a5c8b1e4d7f0a'],
})

/** Schema of the merchant number in request bodies. */
export const mchNoField = Type.String({
  description: 'Merchant number. The widget uses the same value as its application id',
  examples: ['M2026111500000000000000000000001'],
})

/** Schema of the program number in request bodies. */
export const programNoField = Type.String({ description: 'Program number', examples: ['202611150001'] })

/**
 * Credentials of the admin gateway, always sent in the body. Their format is not validated. Malformed
 * credentials are rejected with the same error as unknown ones.
 */
export const merchantCredentials = { mchNo: mchNoField, apiKey: apiKeyField }
