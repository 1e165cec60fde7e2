/** Levels of distinctiveness, low to high; a level is compatible with itself and all lower ones. */
export const DISTINCTIVENESS = ['Low', 'Medium', 'High', 'VeryHigh'] as const
export type Distinctiveness = (typeof DISTINCTIVENESS)[number]
export const DISTINCTIVENESS_LABELS: Record<Distinctiveness, string> = {
  Low: 'Low',
  Medium: 'Medium',
  High: 'High',
  VeryHigh: 'Very high',
}
/** The same within a sentence, before the word "distinctiveness". */
export const DISTINCTIVENESS_WORDS: Record<Distinctiveness, string> = {
  Low: 'low',
  Medium: 'medium',
  High: 'high',
  VeryHigh: 'very high',
}

/** Predicted condition of a habitat, poor to good. */
export const CONDITIONS = ['Poor', 'FairlyPoor', 'Moderate', 'FairlyGood', 'Good'] as const
export type Condition = (typeof CONDITIONS)[number]
export const CONDITION_LABELS: Record<Condition, string> = {
  Poor: 'Poor',
  FairlyPoor: 'Fairly poor',
  Moderate: 'Moderate',
  FairlyGood: 'Fairly good',
  Good: 'Good',
}

export const MODULES = ['Area', 'Linear', 'River', 'NA'] as const
export type Module = (typeof MODULES)[number]

export const BROAD_HABITATS = [
  'CropLand',
  'Grassland',
  'HeathlandScrub',
  'Hedgerow',
  'IndividualTrees',
  'Lakes',
  'Wetland',
  'WoodlandAndForest',
  'WoodPasture',
  'NA',
] as const
export type BroadHabitat = (typeof BROAD_HABITATS)[number]
export const BROAD_HABITAT_LABELS: Record<BroadHabitat, string> = {
  CropLand: 'Cropland',
  Grassland: 'Grassland',
  HeathlandScrub: 'Heathland and scrub',
  Hedgerow: 'Hedgerow',
  IndividualTrees: 'Individual trees',
  Lakes: 'Lakes',
  Wetland: 'Wetland',
  WoodlandAndForest: 'Woodland and forest',
  WoodPasture: 'Wood-pasture',
  NA: 'Not applicable',
}

/**
 * The module of a broad habitat: hedgerows are measured by length, NA is not measured, all others by area
 * (specification, section 3).
 */
export const moduleOf = (broadHabitat: BroadHabitat): Module =>
  broadHabitat === 'Hedgerow' ? 'Linear' : broadHabitat === 'NA' ? 'NA' : 'Area'

/** The unit of size: hectares for areas, kilometres for lines and rivers. */
export const sizeUnitOf = (module: Module): 'Ha' | 'Km' =>
  module === 'Area' || module === 'NA' ? 'Ha' : 'Km'

/** True if a service of this distinctiveness serves a requirement of that one. */
export const servesDistinctiveness = (service: Distinctiveness, need: Distinctiveness): boolean =>
  DISTINCTIVENESS.indexOf(service) >= DISTINCTIVENESS.indexOf(need)
