import { BOUNDARY_ATTRIBUTIONS } from '../place/attribution.ts'

/** Outlines on maps: address and name, with attribution for those that come with the product. */
export const BOUNDARIES = {
  lpas: {
    path: '/boundaries/lpas.topojson',
    label: 'Planning authorities',
    attribution: BOUNDARY_ATTRIBUTIONS.lpas,
  },
  parks: {
    path: '/boundaries/national-parks.topojson',
    label: 'National parks',
    attribution: BOUNDARY_ATTRIBUTIONS['national-parks'],
  },
  catchments: {
    path: '/boundaries/catchments.topojson',
    label: 'Nutrient catchments',
    attribution: BOUNDARY_ATTRIBUTIONS.catchments,
  },
  ncas: { path: '/boundaries/character-areas.geojson', label: 'Character areas', attribution: '' },
  subcatchments: { path: '/boundaries/subcatchments.geojson', label: 'Subcatchments', attribution: '' },
} as const
export type BoundarySet = keyof typeof BOUNDARIES
/** Outlines that come with the product. */
export const BUILT_IN_BOUNDARY_SETS = [
  'lpas',
  'catchments',
  'parks',
] as const satisfies readonly BoundarySet[]
/** Outlines that are uploaded in the settings. */
export const UPLOADED_BOUNDARY_SETS = ['ncas', 'subcatchments'] as const satisfies readonly BoundarySet[]
/** All outlines, in drawing order. */
export const BOUNDARY_SETS = [...BUILT_IN_BOUNDARY_SETS, ...UPLOADED_BOUNDARY_SETS] as const
