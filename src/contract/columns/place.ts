import { z } from 'zod'
import { PLACE_PRECISION_LABELS, PLACE_PRECISIONS } from '#domain/place/precision'
import { choiceColumn, relationColumn, derivedColumn, textColumn } from './column.ts'

const area = { row: true, list: true, sort: true, filter: true } as const

/** The areas in which a project or a requirement lies. */
export const areaColumns = {
  nca: relationColumn('National character area', 'nca', {
    ...area,
    download: 'NCA',
    imports: { suppliers: 'nca', buyers: 'ncaId', investors: 'nca' },
  }),
  lpa: relationColumn('Local planning authority', 'lpa', {
    ...area,
    download: 'LPA',
    imports: { suppliers: 'lpa', buyers: 'lpaId', investors: 'lpa' },
  }),
  subcatchment: relationColumn('Subcatchment', 'subcatchment', {
    ...area,
    imports: { suppliers: 'subcatchment', buyers: 'subcatchmentId' },
  }),
} as const

/** Exact location of a project or a requirement; shapes and values are those of `address` in `contract/subject/place.ts`. */
export const exactLocationColumns = (heading: 'Near address' | 'Address') => ({
  nearAddress: textColumn(heading, { imports: true }),
  gridReference: textColumn('Grid reference', { imports: true }),
  coordinates: derivedColumn('Latitude and longitude', { imports: true }),
  placePrecision: choiceColumn(
    'Location shown to others',
    z.enum(PLACE_PRECISIONS),
    { imports: true, formerHeading: 'Place told to others' },
    PLACE_PRECISION_LABELS,
  ),
  threeWords: textColumn('what3words', { imports: true, formerHeading: 'Three words' }),
})
