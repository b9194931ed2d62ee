/**
 * Removes data about the current machine from a bill of materials: the folder name and the registry. The purl
 * and the checksum identify each package everywhere.
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
    // npm appends the URL of the registry if it is not the default one.
    ...(purl !== undefined && { purl: purl.split('?', 1)[0] }),
    ...(kept.length > 0 && { externalReferences: kept }),
  }
}
