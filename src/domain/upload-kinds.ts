/** The most bytes of one uploaded file. */
export const LARGEST_UPLOAD = 25 * 1024 * 1024

const OTHER_WORDS: Readonly<Record<string, string>> = { winzip: 'zip', json: 'geojson' }

/** What the kinds of upload are called that a form may accept. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  csv: 'CSV',
  geojson: 'GeoJSON',
  gpkg: 'GeoPackage',
  kml: 'KML',
  pdf: 'PDF',
  png: 'PNG',
  xlsm: 'Excel with macros (xlsm)',
  xlsx: 'Excel (xlsx)',
  zip: 'zip',
}

/** The plain name of a kind as a form names it. */
export const uploadKind = (accepted: string): string => {
  const name = accepted.toLowerCase().replace(/^\./, '')
  return OTHER_WORDS[name] ?? name
}

/** What to say of a file of no accepted kind: the browser by its name, the server by its content. */
export const notOfAcceptedKind = (accepted: readonly string[]): string => {
  const names = [...new Set(accepted.map(uploadKind))].flatMap(kind => KIND_NAMES[kind] ?? [])
  return names.length === 0
    ? 'No file is accepted here'
    : `The content of the file is not of an accepted type: ${names.join(', ')}`
}
