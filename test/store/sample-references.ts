import type { EntityMap } from '#domain/disclosure/entities'

/** One row of every settings list and place. */
export const sampleReferences: Pick<
  EntityMap,
  | 'nca'
  | 'lpa'
  | 'subcatchment'
  | 'standard'
  | 'standardVersion'
  | 'projectType'
  | 'declaration'
  | 'brand'
  | 'areaOutline'
> = {
  brand: {
    id: 'brand',
    version: 1,
    name: 'Levels Exchange',
    tagline: 'Nature by the field',
    contact: 'office@levels.example',
    legalName: 'Levels Exchange Ltd',
    year: 2026,
    accentLight: '#1e3a5f',
    accentDark: '#9cc4ef',
    hasLogo: false,
  },
  lpa: {
    id: 'Somerset',
    version: 1,
    name: 'Somerset',
    fullName: 'Somerset Council',
    region: 'South West',
    reference: 'E60000292',
    areaCode: 'E06000066',
    active: true,
  },
  nca: { id: 'NCA142', version: 1, number: 142, name: 'Somerset Levels and Moors', active: true },
  subcatchment: {
    id: 'Parrett',
    version: 1,
    name: 'Parrett',
    catchment: 'Somerset Levels and Moors',
    nitrogen: false,
    phosphorous: true,
    active: true,
  },
  areaOutline: {
    id: 'outline',
    version: 1,
    ncaId: 'NCA142',
    subcatchmentId: null,
    outline: [
      [
        [
          [-3, 51],
          [-2.8, 51],
          [-2.8, 51.2],
          [-3, 51],
        ],
      ],
    ],
    attribution: 'Natural England',
  },
  standard: {
    id: 'BsiFlex704',
    version: 1,
    name: 'BSI Flex 704',
    edition: '1.0',
    publisher: 'BSI',
    serviceTypes: ['NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous'],
    fixedTermAllowed: true,
    kind: 'Market',
    description: 'Nutrient markets',
    active: true,
  },
  standardVersion: {
    id: 'BsiFlex704-0.9',
    version: 1,
    standardId: 'BsiFlex704',
    name: 'BSI Flex 704',
    edition: '0.9',
    publisher: 'BSI',
    serviceTypes: ['NutrientMitigationNitrogen'],
    fixedTermAllowed: true,
    description: 'Draft',
    until: '2025-06-01T12:00:00.000Z',
  },
  projectType: {
    id: 'WetlandCreation',
    version: 1,
    name: 'Wetland creation, "treatment", {braces} and \\ backslash',
    serviceTypes: ['Biodiversity', 'NutrientMitigationPhosphorous'],
    standardIds: ['BsiFlex704', 'a "quoted", one', 'NULL', ''],
    fixedTermAllowed: false,
    permanentAllowed: true,
    checkYears: ['1', '30'],
    description: 'Cleans water – naïvely',
    active: false,
  },
  declaration: {
    id: 'MarketRules',
    version: 1,
    name: 'Market rules',
    declaration: 'We accept the rules.',
    category: 'MarketRoundParticipant_Register',
    isForAgents: true,
    isForParticipants: false,
    active: true,
  },
}
