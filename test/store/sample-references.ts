import type { Entities } from '#domain/entities'

/** One row of every settings list and place. */
export const sampleReferences: Pick<
  Entities,
  'nca' | 'lpa' | 'subcatchment' | 'standard' | 'projectType' | 'declaration'
> = {
  lpa: {
    id: 'Somerset',
    version: 1,
    name: 'Somerset',
    fullName: 'Somerset Council',
    region: 'South West',
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
  projectType: {
    id: 'WetlandCreation',
    version: 1,
    name: 'Wetland creation, "treatment", {braces} and \\ backslash',
    serviceTypes: ['Biodiversity', 'NutrientMitigationPhosphorous'],
    standardIds: ['BsiFlex704', 'a "quoted", one', 'NULL', ''],
    fixedTermAllowed: false,
    permanentAllowed: true,
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
