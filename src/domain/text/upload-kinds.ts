/** Most bytes of one uploaded file. */
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024

/** Most columns of an uploaded table. */
export const MAX_TABLE_COLUMNS = 200

/** Kinds of upload that a workbook of the metric or a nutrient budget calculator has. */
export const WORKBOOK_UPLOAD_KINDS = ['xlsx', 'xlsm'] as const

const OTHER_WORDS: Readonly<Record<string, string>> = { winzip: 'zip', json: 'geojson' }

/** Names of the kinds of upload that a form may accept. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  csv: 'CSV',
  geojson: 'GeoJSON',
  gpkg: 'GeoPackage',
  kml: 'KML',
  pdf: 'PDF',
  png: 'PNG',
  xlsm: 'Excel with macros (xlsm)',
  xlsx: 'Excel (xlsx)',
  xml: 'XML',
  zip: 'zip',
}

/** Plain name of a kind of upload, for forms. */
export const uploadKindName = (accepted: string): string => {
  const name = accepted.toLowerCase().replace(/^\./, '')
  return OTHER_WORDS[name] ?? name
}

/** Message for a file of the wrong kind: the browser checks its name, the server its content. */
export const uploadKindError = (accepted: readonly string[]): string => {
  const names = [...new Set(accepted.map(uploadKindName))].flatMap(kind => KIND_NAMES[kind] ?? [])
  return names.length === 0
    ? 'You cannot upload a file here'
    : `This type of file is not accepted. Choose a file of one of these types: ${names.join(', ')}`
}
