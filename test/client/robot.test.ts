import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleDocument } from '../builders/paper.ts'
import { waitUntil } from '../builders/world.ts'
import { type NewMarket, newMarket, PASSWORD } from './new-market.ts'
import {
  approveProject,
  completeRequirementWizard,
  openRound,
  registerProject,
  joinRound,
} from './errands.ts'
import type { Robot, WantedAnswers } from './robot.ts'

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
/** Ids of created items, from the answers. */
const ids = { round: '', wetland: '', pond: '', homes: '', sheds: '', stake: '' }

beforeAll(async () => {
  market = await newMarket()
})
afterAll(() => market.close())

it('the operator replaces the first password and sets up a second factor', async () => {
  operator = await market.operatorComes()
  expect(await operator.client.readAccount()).toMatchObject({ secondFactor: 'needed' })
  await market.setsUpAuthenticator(operator)
  expect(await operator.client.readAccount()).toMatchObject({
    groups: ['sysadmin', 'admin'],
    organisation: { type: 'OPER' },
    secondFactor: 'on',
  })
})

it('a landholder, a builder and an investor sign up, and confirm the code from their email', async () => {
  supplier = await market.signsUp('avon@sedge.example', 'Avon Marsh', 'Sedge Farm')
  buyer = await market.signsUp('brook@homes.example', 'Brook Mason', 'Levels Homes')
  investor = await market.signsUp('coombe@fund.example', 'Coombe Penny', 'River Fund')
  for (const robot of [supplier, buyer, investor])
    await robot.doesAsOwn('Update', { mailingAddress: 'Taunton' })
})

it('the operator makes a market and a round, with its dates and declarations', async () => {
  const added = await operator.adds('Markets', 'CreateMarket', { name: 'Levels' })
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
  await openRound(operator, ids.round)
  expect(await operator.client.listRoundSubcatchments({ params: { id: ids.round } })).toMatchObject([
    { name: TONE },
  ])
})

it('everyone registers in the round and agrees to its declarations', async () => {
  await joinRound(supplier, operator, ids.round, 'Supplier')
  await joinRound(buyer, operator, ids.round, 'Buyer')
  await joinRound(investor, operator, ids.round, 'Investor')
})

it('the landholder registers two projects with their places and landholder information', async () => {
  const place = { creditTypes: PHOSPHOROUS, subcatchment: TONE }
  const wetland = { name: 'Sedge wetland', typeId: WETLAND, place }
  ids.wetland = await registerProject(supplier, operator, wetland)
  const pond = { name: 'Heron pond', typeId: POND, place: { creditTypes: BIODIVERSITY, nca: LEVELS } }
  ids.pond = await registerProject(supplier, operator, pond)
  const registered = await supplier.client.readProjectRegistration({ params: { id: ids.pond } })
  expect(registered).toMatchObject({ name: 'Heron pond', owner: { name: 'Sedge Farm' } })
})

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
  const gains = { baselineUnitsLost: 0, yearsToTargetCondition: 2, gainsPerYear: { gain: 5 } }
  await operator.does('Project', ids.pond, 'SetBiodiversitySupply', gains)
  await approveProject(operator, ids.wetland, STANDARDS[PHOSPHOROUS])
  await approveProject(operator, ids.pond, STANDARDS[BIODIVERSITY])
  const { items } = await operator.client.listProjects({ query: { status: ['ApprovedRound'] } })
  expect(items.map(({ name }) => name).toSorted()).toEqual(['Heron pond', 'Sedge wetland'])
})

it('the builder follows the wizard for two requirements, and the investor registers one', async () => {
  const ongoing = { creditType: PHOSPHOROUS, nutrientType: 'Ongoing', nutrientOngoingUnits: 6 }
  ids.homes = await completeRequirementWizard(buyer, 'Homes', ongoing)
  const additional = { creditType: PHOSPHOROUS, nutrientType: 'Additional', nutrientAdditionalUnits: 2 }
  ids.sheds = await completeRequirementWizard(buyer, 'Sheds', additional)
  const registered = await buyer.client.readRequirementRegistration({ params: { id: ids.sheds } })
  expect(registered.name).toBe('Sheds')
  const stake = { name: 'River stake', type: 'Investor' }
  const { context } = await investor.doesAsOwn('CreateCreditRequirement', stake)
  ids.stake = context.id
  const does = (action: string, wishes?: WantedAnswers) =>
    investor.does('Requirement', ids.stake, action, wishes)
  const credits = { units: 4, isDivisible: false, module: 'Area', distinctiveness: 'Medium' }
  await does('SetInvestorCredits', { ...credits, redemptionDate: '2026-09-01' })
  await does('SetInvestorLocation', { nca: LEVELS })
  await does('Register')
  for (const id of [ids.homes, ids.sheds, ids.stake])
    await operator.does('Requirement', id, 'CompleteRegistration')
  const supply = await buyer.client.listSupply({ params: { id: ids.homes }, query: { on: '2026-09-01' } })
  expect(supply.items).toMatchObject([{ creditType: 'NutrientMitigationPhosphorous', units: 20 }])
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

it('the round is matched, reviewed and accepted', async () => {
  const { client } = operator
  const params = { id: ids.round }
  await operator.does('Round', ids.round, 'Match')
  const { solverTask } = await client.readRound({ params })
  const task = { params: { id: solverTask?.id ?? '' } }
  await waitUntil('the match is done', async () => (await client.readSolverTask(task)).state === 'done')
  expect((await client.listSystemTasks()).items).toMatchObject([{ kind: 'match', state: 'done' }])
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

it('everyone who took part finds their result and dismisses it', async () => {
  const { client } = buyer
  const params = { id: ids.round }
  const { results } = await client.readHome()
  expect(results).toMatchObject([{ isOwn: true, requirements: { won: 2, of: 2 } }])
  const own = await client.readResult({ params })
  expect(own).toMatchObject({ payment: results[0]?.payment, items: [{ won: true }, { won: true }] })
  const organisationId = results[0]?.organisation.id ?? ''
  await client.dismissResult({ params, body: { organisationId } })
  expect((await client.readHome()).results).toEqual([])
})

/** Allocates all rights that the queue lists, with one bulk act. */
const allocatesAll = async ({ client }: Robot): Promise<void> => {
  const { items: waiting } = await client.readQueue({ query: { act: 'requirement.AllocateRights' } })
  expect(waiting.map(({ name }) => name).toSorted()).toEqual(['Homes', 'River stake', 'Sheds'])
  const { id } = await client.startBulkAct({
    body: {
      key: 'rights of the first round',
      kind: 'requirement',
      action: 'AllocateRights',
      values: { confirmed: true },
      items: waiting.map(row => ({ id: row.id, version: row.version })),
    },
  })
  const params = { id }
  await waitUntil('the bulk act is done', async () => (await client.readBulkAct({ params })).state === 'done')
  expect((await client.listBulkActs()).items).toMatchObject([{ id, done: 3, refused: 0 }])
  await expect(client.cancelBulkAct({ params })).rejects.toMatchObject({ status: 409 })
}

it('sold credits are contracted, delivered, allocated, issued and redeemed', async () => {
  const visit = { date: '2026-06-12', name: 'Ines Plover', organisation: 'Plover Field Surveys' }
  for (const id of [ids.wetland, ids.pond]) {
    const agreed = { agreementRef: 'NBPA/2026/014' }
    const signed = sampleDocument('natureBasedAgreement')
    await operator.does('Project', id, 'SetNatureBasedAgreement', agreed, signed)
    const obligation = sampleDocument('section106Agreement')
    const reference = { obligationRef: 'S106/26/00077' }
    await operator.does('Project', id, 'SetSection106Agreement', reference, obligation)
    await operator.does('Project', id, 'Contract')
    const verified = sampleDocument('verificationReport')
    await operator.does('Project', id, 'Verify', { ...visit, isPass: true }, verified)
  }
  const bought = [
    [buyer, ids.homes],
    [buyer, ids.sheds],
    [investor, ids.stake],
  ] as const
  for (const [, id] of bought) {
    const certificate = { date: '2026-06-12' }
    const file = sampleDocument('file')
    await operator.does('Requirement', id, 'SetCreditSupplyAgreement', {}, file)
    await operator.does('Requirement', id, 'SetCreditAllocationCertificate', certificate, file)
  }
  await allocatesAll(operator)
  for (const [robot, id] of bought) {
    await operator.does('Requirement', id, 'IssueCredits')
    await robot.does('Requirement', id, 'RedeemCredits', {}, sampleDocument('file'))
  }
})

it('checks and decisions are recorded, with everything that was done', async () => {
  const { client } = operator
  const params = { id: ids.wetland }
  const visit = { date: '2026-06-14', name: 'Ines Plover', organisation: 'Plover Field Surveys' }
  const performance = sampleDocument('performanceReport')
  await operator.does('Project', ids.wetland, 'AddPerformanceCheck', visit, performance)
  const failed = { ...visit, isCompliant: false, failReason: 'The inlet is dry' }
  const next = { 'nextAction.action': 'Landowner rectifies', 'nextAction.date': '2026-09-01' }
  const report = sampleDocument('complianceReport')
  await operator.does('Project', ids.wetland, 'AddComplianceCheck', { ...failed, ...next }, report)
  expect((await client.listProjectCompliance({ params })).items).toMatchObject([{ isCompliant: false }])
  expect((await client.listProjectPerformance({ params })).total).toBe(1)
  expect((await client.listProjectVerification({ params })).items).toMatchObject([{ isPass: true }])
  expect((await client.listProjectScreening({ params })).items).toMatchObject([{ outcome: 'Screened' }])
  expect((await client.listProjectCertification({ params })).items).toMatchObject([{ outcome: 'Certified' }])
  expect((await client.listProjectsInNonCompliant()).items).toMatchObject([{ name: 'Sedge wetland' }])
  const query = { subjectType: 'project', subjectId: ids.wetland }
  const [last] = (await client.listActivity({ query })).items
  expect(await client.readActivityItem({ params: { id: last?.id ?? '' } })).toMatchObject({
    action: 'AddComplianceCheck',
  })
})

it('credits for a limited time retire when it ends', async () => {
  await market.timeComes('2027-03-31T09:00:00.000Z')
  await buyer.client.login({ body: { username: 'brook@homes.example', password: PASSWORD } })
  const { items } = await buyer.client.listRequirements({ query: { sort: 'name' } })
  expect(items.map(({ name, status }) => [name, status])).toEqual([
    ['Homes', 'CreditsRedeemed'],
    ['Sheds', 'Retired'],
  ])
})

it('the public registry shows visitors what happened to every unit', async () => {
  const { client } = market.stranger
  expect((await client.readServiceFigures()).completion.begun).toBeGreaterThan(0)
  expect((await client.readPrices()).cells.length).toBeGreaterThan(0)
  const { items } = await client.listPublicProjects({ query: { sort: 'name' } })
  expect(items.map(({ name, status }) => [name, status])).toEqual([
    ['Heron pond', 'Verified'],
    ['Sedge wetland', 'Monitoring'],
  ])
  const registry = await client.readPublicBalance()
  const sheets = []
  for (const { id } of items) sheets.push(await client.readPublicProjectBalance({ params: { id } }))
  for (const { creditType, onDay } of registry.types) {
    const held = sheets.flatMap(({ types }) => types.filter(one => one.creditType === creditType))
    expect([creditType, onDay.total]).toEqual([
      creditType,
      held.reduce((sum, one) => sum + one.onDay.total, 0),
    ])
  }
  const { name } = await client.readPublicProject({ params: { id: items[1]?.id ?? '' } })
  expect(name).toBe('Sedge wetland')
  expect((await client.readPublicRequirement({ params: { id: ids.sheds } })).status).toBe('Retired')
  const credits = await client.listPublicCredits({ query: { requirementId: [ids.sheds] } })
  const [serial = ''] = credits.items[0]?.serials ?? []
  const { history } = await client.readPublicCredit({ params: { serial } })
  const [, , , ...sold] = history.map(({ status }) => status)
  expect(sold).toEqual(['RightsCreated', 'RightsAllocated', 'Issued', 'Redeemed', 'Retired'])
})
