/** Attributions that maps must show for the outlines of the product, by file (`refdata/boundaries`). */
export const BOUNDARY_ATTRIBUTIONS = {
  lpas: 'Authorities: Martin Chorley, CC BY 4.0. Contains Ordnance Survey data © Crown copyright and database right 2014. Contains National Statistics data © Crown copyright and database right 2014.',
  'national-parks': 'National parks: © Crown copyright, Open Government Licence v3.0.',
  catchments: 'Nutrient catchments: © Natural England, Open Government Licence v3.0.',
} as const

/** Disclaimer for all maps of these outlines. */
export const MAP_DISCLAIMER = 'Outlines are simplified. Use them as a guide, not for legal purposes.'

/** Attribution for the towns that the search of the register uses (`refdata/towns.csv`). */
export const TOWNS_ATTRIBUTION = 'GeoNames, CC BY 4.0. We added the planning authority of each town.'
