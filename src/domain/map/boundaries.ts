import { ATTRIBUTIONS } from '../place/attribution.ts'

/** The sets of outlines that maps draw: where each is fetched, what it is called, and whom to name for those that come with the product. */
export const BOUNDARIES = {
  lpas: {
    path: '/boundaries/lpas.topojson',
    label: 'Planning authorities',
    attribution: ATTRIBUTIONS.lpas,
  },
  parks: {
    path: '/boundaries/national-parks.topojson',
    label: 'National parks',
    attribution: ATTRIBUTIONS['national-parks'],
  },
  catchments: {
    path: '/boundaries/catchments.topojson',
    label: 'Nutrient catchments',
    attribution: ATTRIBUTIONS.catchments,
  },
  ncas: { path: '/boundaries/character-areas.geojson', label: 'Character areas', attribution: '' },
  subcatchments: { path: '/boundaries/subcatchments.geojson', label: 'Subcatchments', attribution: '' },
} as const
export type BoundarySet = keyof typeof BOUNDARIES
/** Those that come with the product. */
export const OWN_SETS = ['lpas', 'catchments', 'parks'] as const satisfies readonly BoundarySet[]
/** Those that are uploaded in the settings. */
export const UPLOADED_SETS = ['ncas', 'subcatchments'] as const satisfies readonly BoundarySet[]
/** All, in the order in which they are drawn. */
export const BOUNDARY_SETS = [...OWN_SETS, ...UPLOADED_SETS] as const
