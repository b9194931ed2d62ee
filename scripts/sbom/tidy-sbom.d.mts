export type SbomComponent = {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[]
}

export type Sbom = {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: { readonly component: SbomComponent }
  readonly components: readonly SbomComponent[]
}

export function tidySbom(sbom: Sbom, name: string): Sbom
