import { sampleDocument } from '../builders/paper.ts'
import type { Robot, WantedAnswers } from './robot.ts'

const WINDOWS = ['suppliers', 'buyers', 'projects', 'requirements'].flatMap(name => [
  [`${name}Start`, '2026-06-01'],
  [`${name}End`, '2026-07-31'],
])

/** The operator sets the dates, reserve and declarations of a round, and opens it. */
export const openRound = async (operator: Robot, id: string): Promise<void> => {
  const does = (action: string, wishes?: WantedAnswers) => operator.does('Round', id, action, wishes)
  await does('SetRegistrationDates', Object.fromEntries(WINDOWS))
  await does('SetReserveInfo', {
    hasReserve: true,
    reservePercentage: 10,
    reserveAppliesTo: 'All demand',
    agreedWithEMB: true,
  })
  for (const declarationId of ['Market rules', 'Control of the land'])
    await does('AddDeclaration', { declarationId })
  await does('Open')
}

/** A person registers in a round and agrees to its declarations, and the operator completes it. */
export const joinRound = async (
  robot: Robot,
  operator: Robot,
  roundId: string,
  capacities: string | readonly string[],
): Promise<void> => {
  const { context } = await robot.does('Round', roundId, 'RegisterAsParticipant', { capacities })
  await operator.does('Participation', context.id, 'CompleteRegistration')
}

/** A supplier registers a project with its place and landholder information, and the operator completes it. */
export const registerProject = async (
  supplier: Robot,
  operator: Robot,
  { place, typeId, name }: { name: string; typeId: string; place: WantedAnswers },
): Promise<string> => {
  const details = { name, isFixedTerm: false }
  const { context } = await supplier.doesAsOwn('CreateProject', details, sampleDocument('landholderInfo'))
  const does = (action: string, wishes?: WantedAnswers) =>
    supplier.does('Project', context.id, action, wishes)
  await does('Update', { typeId, start: '2026-08-01' })
  await does('SetLocation', { ...place, lpa: 'Somerset' })
  await does('Register')
  await operator.does('Project', context.id, 'CompleteRegistration')
  return context.id
}

/** The operator screens a project, certifies it under a standard, reviews it, and sets its costs. */
export const approveProject = async (operator: Robot, id: string, standardId: string): Promise<void> => {
  await operator.does('Project', id, 'AddScreeningOutcome', { outcome: 'Pass' })
  const certification = {
    assessedByName: 'Ines Plover',
    assessedByOrg: 'Plover Field Surveys',
    assessedByPosition: 'Ecologist',
    assessedByDate: '2026-06-10',
    reviewedByName: 'Odo Teal',
    reviewedByOrg: 'Teal Laboratory',
    reviewedByPosition: 'Scientist',
    reviewedByDate: '2026-06-11',
    serviceCertifications: { decision: 'Yes', standardId },
  }
  await operator.does('Project', id, 'SetCertificationDecision', certification, sampleDocument('statement'))
  await operator.does('Project', id, 'SetPreMarketReviewOutcome', { outcome: 'Pass' })
  const costs = ['maintenance', 'marketOperator', 'complianceMonitoring', 'performanceMonitoring']
  await operator.does('Project', id, 'SetCosts', Object.fromEntries(costs.map(cost => [cost, 100])))
}

const DEVELOPMENT = {
  nearAddress: 'Taunton',
  planningRef: '26/00999/OUT',
  lpaId: 'Somerset',
  subcatchmentId: 'Tone',
  redemptionDate: '2026-09-01',
}

/** A buyer follows the wizard of a requirement: each answer names the next step. */
export const completeRequirementWizard = async (
  buyer: Robot,
  name: string,
  need: WantedAnswers,
): Promise<string> => {
  const started = await buyer.doesAsOwn('RegisterNewCreditRequirement', { name, type: 'Buyer' })
  const credits = await buyer.goesOn(started, need, sampleDocument('budgetCalculator'))
  const development = await buyer.goesOn(credits, DEVELOPMENT)
  const { nextAction } = await buyer.goesOn(development, { registerNow: true })
  if (nextAction) throw new Error(`The last step is followed by ${nextAction.id}`)
  return started.context.id
}
