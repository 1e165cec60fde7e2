/** Whom a map must name for the outlines that come with the product, by the file that they are in (`refdata/boundaries`). */
export const ATTRIBUTIONS = {
  lpas: 'Authorities: Martin Chorley, CC BY 4.0. Contains Ordnance Survey data © Crown copyright and database right 2014. Contains National Statistics data © Crown copyright and database right 2014.',
  'national-parks': 'National parks: © Crown copyright, Open Government Licence v3.0.',
  catchments: 'Nutrient catchments: © Natural England, Open Government Licence v3.0.',
} as const

/** What no map of these outlines is for. */
export const NOT_FOR_LEGAL_USE =
  'Outlines are simplified: they are for pictures and proposals, not for legal use.'

/** Whom to name for the towns by which the register is searched (`refdata/towns.csv`). */
export const TOWNS_ATTRIBUTION = 'GeoNames, CC BY 4.0, with the authority of each added.'
