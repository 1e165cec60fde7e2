import { z } from 'zod'
import { PLACE_PRECISION_LABELS, PLACE_PRECISIONS } from '#domain/place/precision'
import { choice, relation, own, text } from './column.ts'

const area = { row: true, list: true, sort: true, filter: true } as const

/** The areas in which a project or a requirement lies. */
export const areaColumns = {
  nca: relation('National character area', 'nca', {
    ...area,
    download: 'NCA',
    imports: { suppliers: 'nca', buyers: 'ncaId', investors: 'nca' },
  }),
  lpa: relation('Local planning authority', 'lpa', {
    ...area,
    download: 'LPA',
    imports: { suppliers: 'lpa', buyers: 'lpaId', investors: 'lpa' },
  }),
  subcatchment: relation('Subcatchment', 'subcatchment', {
    ...area,
    imports: { suppliers: 'subcatchment', buyers: 'subcatchmentId' },
  }),
} as const

/** Where exactly a project or a requirement lies; shapes and values are those of `address` in `contract/place`. */
export const addressColumns = (heading: 'Near address' | 'Address') => ({
  nearAddress: text(heading, { imports: true }),
  gridReference: text('Grid reference', { imports: true }),
  coordinates: own('Latitude and longitude', { imports: true }),
  placePrecision: choice(
    'Place told to others',
    z.enum(PLACE_PRECISIONS),
    { imports: true },
    PLACE_PRECISION_LABELS,
  ),
  threeWords: text('Three words', { imports: true }),
})
