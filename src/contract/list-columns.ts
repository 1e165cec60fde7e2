import type { Kind } from '#domain/entities'

/** The lists that are imported into a round, by the name of their file. */
export const IMPORT_LIST_NAMES = ['suppliers', 'buyers', 'investors'] as const
export type ImportListName = (typeof IMPORT_LIST_NAMES)[number]

/** The question of an import that a cell answers; of a buyer it may depend on which credits the row is about. */
export type AskedBy = string | { biodiversity: string; nutrients: string }

/** A column of a list, as it is downloaded and as it is imported. */
export interface ListColumn {
  /** The question that its cells answer in each of the lists that are imported; without any it only tells. */
  asks?: { readonly [L in ImportListName]?: AskedBy }
  /** Its heading goes on with the day that it is for. */
  isDated?: true
  /** It says for which of the lists that are imported a row is. */
  isCapacity?: true
}

const TELLS = {} as const

/** Asked alike of buyers and investors, or of investors under another name. */
const ofAll = <const B extends AskedBy>(buyers: B, investors: AskedBy = buyers) =>
  ({ asks: { buyers, investors } }) as const

/** The columns of projects by their headings, in the order of a download. */
const PROJECTS = {
  Project: { asks: { suppliers: 'project' } },
  Supplier: { asks: { suppliers: 'name' } },
  Market: TELLS,
  'Market round': TELLS,
  Type: { asks: { suppliers: 'typeId' } },
  Status: TELLS,
  NCA: { asks: { suppliers: 'nca' } },
  LPA: { asks: { suppliers: 'lpa' } },
  Subcatchment: { asks: { suppliers: 'subcatchment' } },
  'Biodiversity units on': { isDated: true },
  'Biodiversity units over time': TELLS,
  'Nitrogen credits on': { isDated: true },
  'Nitrogen credits over time': TELLS,
  'Phosphorous credits on': { isDated: true },
  'Phosphorous credits over time': TELLS,
  'Offer (GBP)': TELLS,
  'Receives (GBP)': TELLS,
  'Of which for the supplier (GBP)': TELLS,
  'Of which for the market operator (GBP)': TELLS,
  'Of which for monitoring (GBP)': TELLS,
  'Receives per unit (GBP)': TELLS,
  Group: TELLS,
  'Longstop delivery start date': { asks: { suppliers: 'start' } },
  'Next compliance action': TELLS,
  'Next compliance action by': TELLS,
  'CSV ID': { asks: { suppliers: 'csvId' } },
  'Fixed term': { asks: { suppliers: 'isFixedTerm' } },
  'Mitigation durations': { asks: { suppliers: 'mitigationDurations' } },
  'Credit types': { asks: { suppliers: 'creditTypes' } },
  'Near address': { asks: { suppliers: 'nearAddress' } },
  'Grid reference': { asks: { suppliers: 'gridReference' } },
  'Latitude and longitude': { asks: { suppliers: 'coordinates' } },
  'Place told to others': { asks: { suppliers: 'placePrecision' } },
  'Three words': { asks: { suppliers: 'threeWords' } },
  'Gain site register number': { asks: { suppliers: 'gainSiteRef' } },
  'Covenant or section 106 reference': TELLS,
} as const satisfies Readonly<Record<string, ListColumn>>

/** The columns of credit requirements by their headings, in the order of a download. */
const REQUIREMENTS = {
  'Credit requirement': ofAll('requirement'),
  Buyer: ofAll('name'),
  Type: { isCapacity: true },
  Market: TELLS,
  'Market round': TELLS,
  Status: TELLS,
  'Credit type': { asks: { buyers: 'creditType' } },
  'Units needed': ofAll({ biodiversity: 'bioUnits', nutrients: 'nutrientOngoingUnits' }, 'units'),
  'Additional units needed': { asks: { buyers: 'nutrientAdditionalUnits' } },
  NCA: ofAll('ncaId', 'nca'),
  LPA: ofAll('lpaId', 'lpa'),
  Subcatchment: { asks: { buyers: 'subcatchmentId' } },
  'Redemption date': ofAll('redemptionDate'),
  'Bid (GBP)': TELLS,
  'Pays (GBP)': TELLS,
  'Pays per unit (GBP)': TELLS,
  Group: TELLS,
  'CSV ID': ofAll('csvId'),
  'Nutrient need': { asks: { buyers: 'nutrientType' } },
  'Only ongoing acceptable': { asks: { buyers: 'nutrientAcceptOngoingOnly' } },
  Module: { asks: { investors: 'module' } },
  'Broad habitat': ofAll('bioBroadHabitat', 'broadHabitat'),
  Distinctiveness: ofAll('bioDistinctiveness', 'distinctiveness'),
  'Habitat type': { asks: { buyers: 'bioHabitatType' } },
  'Part acceptable': ofAll('bioIsDivisible', 'isDivisible'),
  Address: { asks: { buyers: 'nearAddress' } },
  'Grid reference': { asks: { buyers: 'gridReference' } },
  'Latitude and longitude': { asks: { buyers: 'coordinates' } },
  'Place told to others': { asks: { buyers: 'placePrecision' } },
  'Three words': { asks: { buyers: 'threeWords' } },
  'Planning reference': { asks: { buyers: 'planningRef' } },
  'Allocation reference': TELLS,
} as const satisfies Readonly<Record<string, ListColumn>>

/** The one dictionary of columns: what a download of a list writes, an import of it reads. */
export const LIST_COLUMNS = { project: PROJECTS, requirement: REQUIREMENTS } as const satisfies {
  readonly [K in Kind]?: Readonly<Record<string, ListColumn>>
}
export type HeadingOf<K extends keyof typeof LIST_COLUMNS> = keyof (typeof LIST_COLUMNS)[K] & string
