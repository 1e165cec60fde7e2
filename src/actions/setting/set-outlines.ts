import type { AreaOutline, Outline } from '#domain/place/outline'
import type { UploadedFileRef, UploadedTableRow, UploadedTable } from '#domain/text/filed-document'
import { action } from '../kit/action.ts'
import type { Change } from '../kit/changes.ts'
import { type Field, file, text } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** An area without an outline, with its possible names in a file. */
interface Area {
  id: string
  name: string
  number?: number
}

const OUTLINES: Field<UploadedFileRef, UploadedTable, 'file'> = {
  ...file('Outlines', 'Outlines', ['geojson']),
  // The features are read where the file is stored.
  toSaved: list => ({ ...list, header: [], rows: [] }),
  toDraft: ({ id, name }) => ({ id, name }),
  reads: 'table',
  isAnew: true,
  columns: { names: text('Properties'), outline: text('Outline') },
  hint: 'A GeoJSON file of polygons in longitude and latitude (WGS84), with at most 500 areas and 200,000 corners. Each area needs a property with its id, number or name.',
}

const FIELDS = {
  outlines: OUTLINES,
  attribution: text('Attribution', {
    hint: 'The attribution that the licence of the outlines requires. We store it with the outlines.',
  }),
}

/** Properties with the number of a character area in files of Natural England. */
const IS_NUMBER = /^(jcacode|nca_?id|nca_?number|number)$/i

/** The area of a feature, by its properties; undefined if none matches. */
const areaOf = ({ cells }: UploadedTableRow, areas: readonly Area[]): Area | undefined => {
  // Written by the process that read the file.
  const names: Record<string, string> = JSON.parse(cells.names ?? '{}')
  const called = Object.entries(names)
  return areas.find(({ id, name, number }) =>
    called.some(
      ([key, value]) =>
        [id, name].some(one => one.toLowerCase() === value.trim().toLowerCase()) ||
        (number !== undefined && IS_NUMBER.test(key) && Number(value) === number),
    ),
  )
}

interface Known {
  areas: readonly Area[]
  stored: readonly AreaOutline[]
}

const refuseUnknown = (
  noun: string,
  rows: readonly UploadedTableRow[],
  { areas }: Known,
): { outlines?: string } => {
  const unknown = rows.find(row => !areaOf(row, areas))
  if (unknown)
    return {
      outlines: `Feature ${unknown.line} does not match any ${noun}. Give it the id or the name of one.`,
    }
  const found = rows.map(row => areaOf(row, areas)?.name)
  const twice = found.find((name, at) => found.indexOf(name) !== at)
  return twice === undefined ? {} : { outlines: `${twice} is in the file twice. Remove one of them.` }
}

const changesFor = (
  column: 'ncaId' | 'subcatchmentId',
  { outlines, attribution }: { outlines: UploadedTable; attribution: string },
  { areas, stored }: Known,
  newId: () => string,
): Change[] =>
  outlines.rows.flatMap((row): Change[] => {
    const area = areaOf(row, areas)
    if (!area) return []
    const outline: Outline = JSON.parse(row.cells.outline ?? '[]')
    const shape = { outline, attribution }
    const before = stored.find(one => one[column] === area.id)
    const whose = { ncaId: null, subcatchmentId: null, [column]: area.id }
    return before
      ? [{ change: 'update', kind: 'areaOutline', id: before.id, patch: shape }]
      : [{ change: 'create', kind: 'areaOutline', row: { id: newId(), ...whose, ...shape } }]
  })

const more = {
  who: [operator],
  fields: FIELDS,
  description:
    'The outlines of the areas. Forms use them to suggest the area that a grid reference is in, and to warn if a different area is chosen. Areas that are not in the file keep their outlines.',
  done: 'Your outlines are now in use',
} as const

/** Uploads outlines of national character areas, which do not come with the product. */
export const uploadNcaOutlines = action({
  ...more,
  name: 'SetNcaOutlines',
  on: 'ncas',
  title: 'Upload outlines',
  reads: async (read): Promise<Known> => ({
    areas: await read.list('nca', {}),
    stored: await read.list('areaOutline', { subcatchmentId: null }),
  }),
  refuse: ({ values, reads }) => refuseUnknown('national character area', values.outlines.rows, reads),
  effect: ({ values, reads, newId }) => changesFor('ncaId', values, reads, newId),
})

/** Uploads outlines of subcatchments, finer than those of the product. */
export const uploadSubcatchmentOutlines = action({
  ...more,
  name: 'SetSubcatchmentOutlines',
  on: 'subcatchments',
  title: 'Upload outlines',
  reads: async (read): Promise<Known> => ({
    areas: await read.list('subcatchment', {}),
    stored: await read.list('areaOutline', { ncaId: null }),
  }),
  refuse: ({ values, reads }) => refuseUnknown('subcatchment', values.outlines.rows, reads),
  effect: ({ values, reads, newId }) => changesFor('subcatchmentId', values, reads, newId),
})
