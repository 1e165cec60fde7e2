import { afterAll, beforeAll, expect, it } from 'vitest'
import { paper } from '../builders/paper.ts'
import { until } from '../builders/world.ts'
import { type NewMarket, newMarket, PASSWORD } from './new-market.ts'
import type { Robot, Wishes } from './robot.ts'

const PHOSPHOROUS = 'Phosphorous credits'
const BIODIVERSITY = 'Biodiversity units'
const STANDARDS = {
  [PHOSPHOROUS]: 'BSI Flex 704 Nature markets: supply of nature-based nutrient benefits',
  [BIODIVERSITY]: 'BSI Flex 702 Nature markets: supply of biodiversity benefits',
}
const WETLAND = 'Wetland creation (treatment wetland)'
const POND = 'Pond creation'
const TONE = 'Tone'
const LEVELS = 'Somerset Levels and Moors'

let market: NewMarket
let operator: Robot
let supplier: Robot
let buyer: Robot
let investor: Robot
/** What has come about, by the id that an answer gave it. */
const ids = { round: '', wetland: '', pond: '', homes: '', sheds: '', stake: '' }

beforeAll(async () => {
  market = await newMarket()
})
afterAll(() => market.close())

it('the operator replaces the first password and sets up a second factor', async () => {
  operator = await market.operatorComes()
  expect(await operator.client.readAccount()).toMatchObject({
    groups: ['sysadmin', 'admin'],
    organisation: { type: 'OPER' },
    secondFactor: 'on',
  })
})

it('a landholder, a builder and an investor sign up, and confirm the code of their letter', async () => {
  supplier = await market.signsUp('avon@sedge.example', 'Avon Marsh', 'Sedge Farm')
  buyer = await market.signsUp('brook@homes.example', 'Brook Mason', 'Levels Homes')
  investor = await market.signsUp('coombe@fund.example', 'Coombe Penny', 'River Fund')
  for (const robot of [supplier, buyer, investor])
    await robot.does('Organisation', await robot.organisation(), 'Update', { mailingAddress: 'Taunton' })
})

it('the operator makes a market and a round, with its dates and declarations', async () => {
  const params = { action: 'CreateMarket' }
  const added = await operator.act(
    {
      form: () => operator.client.readMarketsForm({ params }),
      run: input => operator.client.runMarketsAction({ params, ...input }),
    },
    { name: 'Levels' },
  )
  const { context } = await operator.does('Market', added.context.id, 'CreateRound', {
    name: 'First round',
    services: [PHOSPHOROUS, BIODIVERSITY],
    standardIds: Object.values(STANDARDS),
    projectTypeIds: [WETLAND, POND],
    ncaIds: LEVELS,
    lpaIds: 'Somerset',
    subcatchmentIds: TONE,
    bidderType: 'Both buyers and investors',
    ampEnd: '2027-03-31',
  })
  ids.round = context.id
  const does = (action: string, wishes?: Wishes) => operator.does('Round', ids.round, action, wishes)
  const windows = ['suppliers', 'buyers', 'projects', 'requirements'].flatMap(name => [
    [`${name}Start`, '2026-06-01'],
    [`${name}End`, '2026-07-31'],
  ])
  await does('SetRegistrationDates', Object.fromEntries(windows))
  await does('SetReserveInfo', {
    hasReserve: true,
    reservePercentage: 10,
    reserveAppliesTo: 'All demand',
    agreedWithEMB: true,
  })
  for (const declarationId of ['Market rules', 'Control of the land'])
    await does('AddDeclaration', { declarationId })
  await does('Open')
})

it('everybody registers in the round, agreeing to what is declared', async () => {
  for (const [robot, capacities] of [
    [supplier, 'Supplier'],
    [buyer, 'Buyer'],
    [investor, 'Investor'],
  ] as const) {
    const { context } = await robot.does('Round', ids.round, 'RegisterAsParticipant', { capacities })
    await operator.does('Participation', context.id, 'CompleteRegistration')
  }
})

/** A project with its place and what shows the land, registered. */
const registered = async (name: string, typeId: string, place: Wishes): Promise<string> => {
  const farm = await supplier.organisation()
  const details = { name, isFixedTerm: false }
  const { context } = await supplier.does(
    'Organisation',
    farm,
    'CreateProject',
    details,
    paper('landholderInfo'),
  )
  const does = (action: string, wishes?: Wishes) => supplier.does('Project', context.id, action, wishes)
  await does('Update', { typeId, start: '2026-08-01' })
  await does('SetLocation', { ...place, lpa: 'Somerset' })
  await does('Register')
  await operator.does('Project', context.id, 'CompleteRegistration')
  return context.id
}

it('the landholder registers two projects, with their places and what shows the land', async () => {
  ids.wetland = await registered('Sedge wetland', WETLAND, { creditTypes: PHOSPHOROUS, subcatchment: TONE })
  ids.pond = await registered('Heron pond', POND, { creditTypes: BIODIVERSITY, nca: LEVELS })
})

/** A project is screened, certified under a standard, reviewed, and told its costs. */
const approved = async (id: string, standardId: string): Promise<void> => {
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
  await operator.does('Project', id, 'SetCertificationDecision', certification, paper('statement'))
  await operator.does('Project', id, 'SetPreMarketReviewOutcome', { outcome: 'Pass' })
  const costs = ['maintenance', 'marketOperator', 'complianceMonitoring', 'performanceMonitoring']
  await operator.does('Project', id, 'SetCosts', Object.fromEntries(costs.map(cost => [cost, 100])))
}

it('the operator quantifies, screens, certifies and reviews them', async () => {
  await operator.does('Project', ids.wetland, 'AddNutrientService', {
    service: PHOSPHOROUS,
    mitigationBegins: '2026-08-01',
    mitigationDuration: 'Permanent',
    area: 4.5,
    units: 20,
  })
  await operator.does('Project', ids.pond, 'AddBiodiversityService', {
    broadHabitat: 'Lakes',
    habitatType: 'Lakes - Ponds (non-priority habitat)',
    distinctiveness: 'Medium',
    condition: 'Good',
    size: 1,
    mitigationBegins: '2026-08-01',
  })
  await operator.does('Project', ids.pond, 'SetBiodiversitySupply', {
    baselineUnitsLost: 0,
    yearsToTargetCondition: 2,
    gainsPerYear: { gain: 5 },
  })
  await approved(ids.wetland, STANDARDS[PHOSPHOROUS])
  await approved(ids.pond, STANDARDS[BIODIVERSITY])
  const { items } = await operator.client.listProjects({ query: { status: ['ApprovedRound'] } })
  expect(items.map(({ name }) => name).toSorted()).toEqual(['Heron pond', 'Sedge wetland'])
})

/** A requirement as the builder is led through it: each answer names the next step. */
const isLedThrough = async (name: string, need: Wishes): Promise<string> => {
  const params = { id: await buyer.organisation(), action: 'RegisterNewCreditRequirement' }
  const query = { wizard: 'RegisterNewCreditRequirement' }
  const started = await buyer.act(
    {
      form: () => buyer.client.readOrganisationForm({ params, query }),
      run: input => buyer.client.runOrganisationAction({ params, query, ...input }),
    },
    { name, type: 'Buyer' },
  )
  const needed = { creditType: PHOSPHOROUS, ...need }
  const credits = await buyer.goesOn(started, needed, paper('budgetCalculator'))
  const development = await buyer.goesOn(credits, {
    nearAddress: 'Taunton',
    planningRef: '26/00999/OUT',
    lpaId: 'Somerset',
    subcatchmentId: TONE,
    redemptionDate: '2026-09-01',
  })
  const finished = await buyer.goesOn(development, { registerNow: true })
  expect(finished).toMatchObject({ nextAction: null, context: { status: 'Provisional' } })
  return started.context.id
}

it('the builder is led through two requirements, and the investor says what it would take', async () => {
  ids.homes = await isLedThrough('Homes', { nutrientType: 'Ongoing', nutrientOngoingUnits: 6 })
  ids.sheds = await isLedThrough('Sheds', { nutrientType: 'Additional', nutrientAdditionalUnits: 2 })
  const stake = { name: 'River stake', type: 'Investor' }
  const fund = await investor.organisation()
  const { context } = await investor.does('Organisation', fund, 'CreateCreditRequirement', stake)
  ids.stake = context.id
  const does = (action: string, wishes?: Wishes) => investor.does('Requirement', ids.stake, action, wishes)
  await does('SetInvestorCredits', {
    units: 4,
    isDivisible: false,
    module: 'Area',
    distinctiveness: 'Medium',
    redemptionDate: '2026-09-01',
  })
  await does('SetInvestorLocation', { nca: LEVELS })
  await does('Register')
  for (const id of [ids.homes, ids.sheds, ids.stake])
    await operator.does('Requirement', id, 'CompleteRegistration')
})

it('offers and bids are made, sealed from the operator', async () => {
  await operator.does('Round', ids.round, 'Close')
  await operator.does('Round', ids.round, 'OpenBidsAndOffers')
  await supplier.does('Project', ids.wetland, 'SetOffer', { offer: 40_000 })
  await supplier.does('Project', ids.pond, 'SetOffer', { offer: 20_000 })
  await buyer.does('Requirement', ids.homes, 'SetBid', { bid: 100_000 })
  await buyer.does('Requirement', ids.sheds, 'SetBid', { bid: 30_000 })
  await investor.does('Requirement', ids.stake, 'SetBid', { bid: 50_000 })
  expect(await operator.client.readProject({ params: { id: ids.wetland } })).toMatchObject({
    offer: null,
    offerIsSealed: true,
  })
  await operator.does('Round', ids.round, 'CloseBidsAndOffers')
})

it('the round is matched, looked at and accepted', async () => {
  const { client } = operator
  const params = { id: ids.round }
  await operator.does('Round', ids.round, 'Match')
  const { solverTask } = await client.readRound({ params })
  const task = { params: { id: solverTask?.id ?? '' } }
  await until('the match is done', async () => (await client.readSolverTask(task)).state === 'done')
  const review = await client.readMatchReview({ params })
  const won = [...review.projects, ...review.requirements].filter(one => one.won)
  expect(won.map(({ name }) => name).toSorted()).toEqual([
    'Heron pond',
    'Homes',
    'River stake',
    'Sedge wetland',
    'Sheds',
  ])
  await operator.does('Round', ids.round, 'AcceptMatch')
  const { result } = await buyer.client.readRequirement({ params: { id: ids.homes } })
  expect(result?.payment).toBeLessThan(100_000)
})

it('what was sold is contracted, delivered, allocated, issued and redeemed', async () => {
  const visit = { date: '2026-06-12', name: 'Ines Plover', organisation: 'Plover Field Surveys' }
  for (const id of [ids.wetland, ids.pond]) {
    await operator.does('Project', id, 'SetNatureBasedAgreement', {}, paper('natureBasedAgreement'))
    await operator.does('Project', id, 'SetSection106Agreement', {}, paper('section106Agreement'))
    await operator.does('Project', id, 'Contract')
    await operator.does('Project', id, 'Verify', { ...visit, isPass: true }, paper('verificationReport'))
  }
  for (const [robot, id] of [
    [buyer, ids.homes],
    [buyer, ids.sheds],
    [investor, ids.stake],
  ] as const) {
    const certificate = { date: '2026-06-12' }
    await operator.does('Requirement', id, 'SetCreditSupplyAgreement', {}, paper('file'))
    await operator.does('Requirement', id, 'SetCreditAllocationCertificate', certificate, paper('file'))
    await operator.does('Requirement', id, 'AllocateRights')
    await operator.does('Requirement', id, 'IssueCredits')
    await robot.does('Requirement', id, 'RedeemCredits', {}, paper('file'))
  }
})

it('what was needed for a time retires when that ends', async () => {
  await market.dayComes('2027-03-31')
  await buyer.client.login({ body: { username: 'brook@homes.example', password: PASSWORD } })
  const { items } = await buyer.client.listRequirements({ query: { sort: 'name' } })
  expect(items.map(({ name, status }) => [name, status])).toEqual([
    ['Homes', 'CreditsRedeemed'],
    ['Sheds', 'Retired'],
  ])
})

it('the public registry shows a stranger what became of every unit', async () => {
  const { client } = market.stranger
  const { items } = await client.listPublicProjects({ query: { sort: 'name' } })
  expect(items.map(({ name, status }) => [name, status])).toEqual([
    ['Heron pond', 'Verified'],
    ['Sedge wetland', 'Verified'],
  ])
  const credits = await client.listPublicCredits({ query: { requirementId: [ids.sheds] } })
  const [serial = ''] = credits.items[0]?.serials ?? []
  const { history } = await client.readPublicCredit({ params: { serial } })
  const [, , , ...sold] = history.map(({ status }) => status)
  expect(sold).toEqual(['RightsCreated', 'RightsAllocated', 'Issued', 'Redeemed', 'Retired'])
})
