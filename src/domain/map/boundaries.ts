/** The sets of outlines that maps draw: where each is fetched, what it is called, and whom to name as its source. */
export const BOUNDARIES = {
  lpas: {
    path: '/boundaries/lpas.topojson',
    label: 'Planning authorities',
    attribution:
      'Local authorities: Martin Chorley, CC BY 4.0; contains Ordnance Survey data © Crown copyright and database right 2014; contains National Statistics data © Crown copyright and database right 2014',
  },
  parks: {
    path: '/boundaries/national-parks.topojson',
    label: 'National parks',
    attribution: 'National parks: © Crown copyright, Open Government Licence v3.0',
  },
  catchments: {
    path: '/boundaries/catchments.topojson',
    label: 'Nutrient catchments',
    attribution: 'Nutrient catchments: © Natural England, Open Government Licence v3.0',
  },
} as const
export type BoundarySet = keyof typeof BOUNDARIES
export const BOUNDARY_SETS = ['lpas', 'catchments', 'parks'] as const satisfies readonly BoundarySet[]
