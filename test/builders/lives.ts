import { sampleDocument } from './paper.ts'
import { agreeToDeclarations } from './rounds.ts'
import type { Person, Subject } from './world.ts'

/** The credits that a round of a new installation trades: phosphorous of the Tone, with additional need until March 2027. */
const TRADES = {
  services: ['NutrientMitigationPhosphorous'],
  standardIds: ['BsiFlex704'],
  projectTypeIds: ['WetlandCreation', 'CoverCrops'],
  ncaIds: ['NCA142'],
  lpaIds: ['Somerset'],
  subcatchmentIds: ['SomersetLevelsAndMoorsTone'],
  bidderType: 'BuyersAndInvestors',
  ampEnd: '2027-03-31',
}
const WINDOW = { start: '2026-06-01', end: '2026-07-31' }

const yes = { confirmed: true }

/** A draft round of the market with dates, no reserve, and a declaration for participants. */
export const draftRound = async (operator: Person, market: Subject): Promise<Subject> => {
  const { context } = await operator.does('CreateRound', market, { name: 'First round', ...TRADES })
  const round: Subject = { kind: 'round', id: context.id }
  const windows = ['suppliers', 'buyers', 'projects', 'requirements'].flatMap(name => [
    [`${name}Start`, WINDOW.start],
    [`${name}End`, WINDOW.end],
  ])
  await operator.does('SetRegistrationDates', round, Object.fromEntries(windows))
  await operator.does('SetReserveInfo', round, { hasReserve: false, agreedWithEMB: true })
  await operator.does('AddDeclaration', round, { declarationId: 'ParticipantRules' })
  return round
}

/** A project with its place, ready to be registered. */
export const draftProject = async (
  supplier: Person,
  farm: Subject,
  round: Subject,
  { name, isFixedTerm = false }: { name: string; isFixedTerm?: boolean },
): Promise<Subject> => {
  const details = { name, isFixedTerm, ...(isFixedTerm && { mitigationDurations: ['OneYear'] }) }
  const { context } = await supplier.does('CreateProject', farm, { ...details, marketRoundId: round.id })
  const project: Subject = { kind: 'project', id: context.id }
  await supplier.does('Update', project, {
    ...details,
    typeId: isFixedTerm ? 'CoverCrops' : 'WetlandCreation',
    start: '2026-08-01',
  })
  await supplier.does('SetLocation', project, {
    creditTypes: TRADES.services,
    subcatchment: 'SomersetLevelsAndMoorsTone',
    lpa: 'Somerset',
  })
  await supplier.does('SetLandholderInfo', project, {}, sampleDocument('landholderInfo'))
  return project
}

/** Requests and completes the registration of a project or requirement. */
export const completeRegistration = async (
  owner: Person,
  operator: Person,
  thing: Subject,
): Promise<void> => {
  await owner.does('Register', thing, { declarations: await agreeToDeclarations(owner, 'Register', thing) })
  await operator.does('CompleteRegistration', thing, yes)
}

/** Adds this much phosphorous, for ever or for a year from August 2026. */
export const addNutrients = (operator: Person, project: Subject, units: number, isFixedTerm = false) =>
  operator.does('AddNutrientService', project, {
    service: 'NutrientMitigationPhosphorous',
    mitigationBegins: '2026-08-01',
    mitigationDuration: isFixedTerm ? 'OneYear' : 'Permanent',
    area: 4.5,
    units,
  })

/** The decision on the project's one service. */
export const decideCertification = async (
  operator: Person,
  project: Subject,
  decision: string,
  { standardId = 'BsiFlex704', assessed = '2026-06-10', reviewed = '2026-06-11' } = {},
): Promise<void> => {
  const form = await operator.form('SetCertificationDecision', project)
  const [service] = form.given.services as { id: string }[]
  await operator.does(
    'SetCertificationDecision',
    project,
    {
      assessedByName: 'Ines',
      assessedByOrg: 'Surveys',
      assessedByPosition: 'Ecologist',
      assessedByDate: assessed,
      reviewedByName: 'Odo',
      reviewedByOrg: 'Laboratory',
      reviewedByPosition: 'Scientist',
      reviewedByDate: reviewed,
      serviceCertifications: [{ id: service?.id, decision, standardId }],
    },
    sampleDocument('statement'),
  )
}

/** Approves a project for the round, with a hundred pounds of each cost. */
export const approveForRound = async (operator: Person, project: Subject): Promise<void> => {
  await operator.does('SetPreMarketReviewOutcome', project, { outcome: 'Pass' })
  await operator.does('SetCosts', project, {
    maintenance: 100,
    marketOperator: 100,
    complianceMonitoring: 100,
    performanceMonitoring: 100,
  })
}

/** A development in need of this much phosphorous, for ever or until the additional need ends, ready to be registered. */
export const draftRequirement = async (
  buyer: Person,
  developer: Subject,
  round: Subject,
  { name, ...units }: { name: string; ongoing: number } | { name: string; additional: number },
): Promise<Subject> => {
  const { context } = await buyer.does('CreateCreditRequirement', developer, {
    marketRoundId: round.id,
    name,
    type: 'Buyer',
  })
  const requirement: Subject = { kind: 'requirement', id: context.id }
  await buyer.does(
    'SetBuyerCredits',
    requirement,
    {
      creditType: 'NutrientMitigationPhosphorous',
      ...('ongoing' in units
        ? { nutrientType: 'ongoing', nutrientOngoingUnits: units.ongoing }
        : { nutrientType: 'additional', nutrientAdditionalUnits: units.additional }),
    },
    sampleDocument('budgetCalculator'),
  )
  await buyer.does('SetBuyerDevelopment', requirement, {
    nearAddress: 'Taunton',
    planningRef: '26/00999/OUT',
    lpaId: 'Somerset',
    subcatchmentId: 'SomersetLevelsAndMoorsTone',
    redemptionDate: '2026-09-01',
  })
  return requirement
}

const visit = { date: '2026-06-12', name: 'Ines Plover', organisation: 'Plover Field Surveys' }

/** Contracts a sold project, with both agreements. */
export const signContract = async (operator: Person, project: Subject): Promise<void> => {
  await operator.does('SetNatureBasedAgreement', project, {}, sampleDocument('natureBasedAgreement'))
  await operator.does('SetSection106Agreement', project, {}, sampleDocument('section106Agreement'))
  await operator.does('Contract', project, yes)
}

/** Records a visit that verifies the delivery of the project or fails it. */
export const verifyDelivery = (operator: Person, project: Subject, isPass = true) =>
  operator.does(
    'Verify',
    project,
    { ...visit, isPass, ...(!isPass && { failReason: 'The inlet is dry' }) },
    sampleDocument('verificationReport'),
  )

/** Records a visit that finds the project compliant. */
export const recordCompliance = (operator: Person, project: Subject) =>
  operator.does(
    'AddComplianceCheck',
    project,
    { ...visit, isCompliant: true },
    sampleDocument('complianceReport'),
  )

/** Takes a sold requirement to redemption: both documents, rights allocated, credits issued and redeemed. */
export const redeemCredits = async (buyer: Person, operator: Person, requirement: Subject): Promise<void> => {
  await operator.does('SetCreditSupplyAgreement', requirement, {}, sampleDocument('file'))
  await operator.does(
    'SetCreditAllocationCertificate',
    requirement,
    { date: '2026-06-12' },
    sampleDocument('file'),
  )
  await operator.does('AllocateRights', requirement, yes)
  await operator.does('IssueCredits', requirement, { ...yes, ahead: true })
  await buyer.does('RedeemCredits', requirement, { ahead: true }, sampleDocument('file'))
}
