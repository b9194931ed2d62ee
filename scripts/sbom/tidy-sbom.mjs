/**
 * The bill of materials without what only the machine that made it knows: the name of its folder, and the registry that
 * it installs from. A package is named by its purl and its checksum, which hold everywhere.
 */
export function tidySbom(sbom, name) {
  const { metadata, components } = sbom
  return {
    ...sbom,
    metadata: { ...metadata, component: withoutRegistry({ ...metadata.component, name }) },
    components: components.map(withoutRegistry),
  }
}

function withoutRegistry(component) {
  const { externalReferences = [], purl, ...rest } = component
  const kept = externalReferences.filter(({ type }) => type !== 'distribution')
  return {
    ...rest,
    // npm adds the address of a package that comes from another registry than npm's own.
    ...(purl !== undefined && { purl: purl.split('?', 1)[0] }),
    ...(kept.length > 0 && { externalReferences: kept }),
  }
}
