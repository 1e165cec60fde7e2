import { paper } from './paper.ts'
import { agreed } from './rounds.ts'
import type { Person, Subject } from './world.ts'

/** What a round from a fresh installation trades: phosphorous of the Tone, additional need of it until March 2027. */
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

/** A round of the market, as a draft with its dates, a reserve of none, and a declaration for participants. */
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
  await supplier.does('SetLandholderInfo', project, {}, paper('landholderInfo'))
  return project
}

/** Registration of a project or requirement, asked for and completed. */
export const registered = async (owner: Person, operator: Person, thing: Subject): Promise<void> => {
  await owner.does('Register', thing, { declarations: await agreed(owner, 'Register', thing) })
  await operator.does('CompleteRegistration', thing, yes)
}

/** So much phosphorous, for ever or for a year from August 2026. */
export const quantified = (operator: Person, project: Subject, units: number, isFixedTerm = false) =>
  operator.does('AddNutrientService', project, {
    service: 'NutrientMitigationPhosphorous',
    mitigationBegins: '2026-08-01',
    mitigationDuration: isFixedTerm ? 'OneYear' : 'Permanent',
    area: 4.5,
    units,
  })

/** The decision on the project's one service. */
export const decided = async (
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
    paper('statement'),
  )
}

/** Approval for the round, with a hundred pounds of each cost. */
export const approved = async (operator: Person, project: Subject): Promise<void> => {
  await operator.does('SetPreMarketReviewOutcome', project, { outcome: 'Pass' })
  await operator.does('SetCosts', project, {
    maintenance: 100,
    marketOperator: 100,
    complianceMonitoring: 100,
    performanceMonitoring: 100,
  })
}

/** A development in need of so much phosphorous, for ever or until the additional need ends, ready to be registered. */
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
    paper('budgetCalculator'),
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

/** The contract of a sold project, with both agreements. */
export const contracted = async (operator: Person, project: Subject): Promise<void> => {
  await operator.does('SetNatureBasedAgreement', project, {}, paper('natureBasedAgreement'))
  await operator.does('SetSection106Agreement', project, {}, paper('section106Agreement'))
  await operator.does('Contract', project, yes)
}

/** A visit that says whether the project was delivered. */
export const verified = (operator: Person, project: Subject, isPass = true) =>
  operator.does(
    'Verify',
    project,
    { ...visit, isPass, ...(!isPass && { failReason: 'The inlet is dry' }) },
    paper('verificationReport'),
  )

/** A visit that finds the project as agreed. */
export const monitored = (operator: Person, project: Subject) =>
  operator.does('AddComplianceCheck', project, { ...visit, isCompliant: true }, paper('complianceReport'))

/** A sold requirement with both its documents, its rights allocated, its credits issued and redeemed. */
export const redeemed = async (buyer: Person, operator: Person, requirement: Subject): Promise<void> => {
  await operator.does('SetCreditSupplyAgreement', requirement, {}, paper('file'))
  await operator.does('SetCreditAllocationCertificate', requirement, { date: '2026-06-12' }, paper('file'))
  await operator.does('AllocateRights', requirement, yes)
  await operator.does('IssueCredits', requirement, { ...yes, ahead: true })
  await buyer.does('RedeemCredits', requirement, { ahead: true }, paper('file'))
}
