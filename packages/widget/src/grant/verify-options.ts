/** The widget's own options can be handed in as they are. */
export type VerifyOptions = {
  endpoint?: string
  programNo?: string
  kycApiEndpoint?: string
  meidApiEndpoint?: string
}
