import type { AreaOutline } from '#domain/place/area-outline'
import type { Outline } from '#domain/place/outline'
import type { FileRef, TableRow, UploadedTable } from '#domain/filed-document'
import { action } from '../kit/action.ts'
import type { Change } from '../kit/changes.ts'
import { type Field, file, text } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** An area that may get an outline, by all that a file may call it. */
interface Area {
  id: string
  name: string
  number?: number
}

const OUTLINES: Field<FileRef, UploadedTable, 'file'> = {
  ...file('Outlines', 'Outlines', ['geojson']),
  // The features are read where the file lies.
  toSaved: list => ({ ...list, header: [], rows: [] }),
  toDraft: ({ id, name }) => ({ id, name }),
  reads: 'table',
  isAnew: true,
  columns: { names: text('Properties'), outline: text('Outline') },
  hint: 'A GeoJSON file of polygons in longitude and latitude (WGS84), at most 500 areas and 200,000 corners. A property of each must be the id, the number or the name of the area.',
}

const FIELDS = {
  outlines: OUTLINES,
  attribution: text('Whom to name', {
    hint: 'The attribution that the licence of the outlines asks for. It is kept with them.',
  }),
}

/** Properties in which files of Natural England give the number of a character area. */
const IS_NUMBER = /^(jcacode|nca_?id|nca_?number|number)$/i

/** The area that a feature is of, by its properties; undefined where none is called so. */
const areaOf = ({ cells }: TableRow, areas: readonly Area[]): Area | undefined => {
  // Written by the process that has read the file.
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

const refuseUnknown = (noun: string, rows: readonly TableRow[], { areas }: Known): { outlines?: string } => {
  const unknown = rows.find(row => !areaOf(row, areas))
  if (unknown)
    return {
      outlines: `Feature ${unknown.line} is called like no ${noun}: give it the id or the name of one.`,
    }
  const found = rows.map(row => areaOf(row, areas)?.name)
  const twice = found.find((name, at) => found.indexOf(name) !== at)
  return twice === undefined ? {} : { outlines: `${twice} is in the file twice. Leave one of the two out.` }
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
    'Where areas lie, so that a grid reference can propose them and warn of others. Areas that are not in the file keep the outline that they have.',
  done: 'The outlines are in use',
} as const

/** The outlines of national character areas, which do not come with the product. */
export const setNcaOutlines = action({
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

/** The outlines of subcatchments, finer than those that come with the product. */
export const setSubcatchmentOutlines = action({
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
