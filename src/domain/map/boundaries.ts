import { ATTRIBUTIONS } from '../place/attribution.ts'

/** The sets of outlines that maps draw: where each is fetched, what it is called, and whom to name as its source. */
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
} as const
export type BoundarySet = keyof typeof BOUNDARIES
export const BOUNDARY_SETS = ['lpas', 'catchments', 'parks'] as const satisfies readonly BoundarySet[]
