import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeAllEndpoints } from '#contract/openapi/all-endpoints'
import { projectRoot } from '#server/process/places'
import type { Client } from '../../client/index.js'
import { sampleDocument } from '../builders/paper.ts'
import { waitUntil } from '../builders/world.ts'
import { approveProject, joinRound, openRound, registerProject } from './errands.ts'
import { type NewMarket, newMarket } from './new-market.ts'
import type { Robot } from './robot.ts'

const GENERATOR = join(projectRoot, 'test/generator')
const STANDARD = 'BSI Flex 702 Nature markets: supply of biodiversity benefits'

let folder: string
let market: NewMarket
let operator: Robot
let supplier: Robot
let investor: Robot
const ids = { round: '', pond: '', stake: '' }

const run = (...args: string[]): string => {
  try {
    return execFileSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    return `failed: ${String(Reflect.get(Object(error), 'stdout'))}${String(Reflect.get(Object(error), 'stderr'))}`
  }
}

beforeAll(() => {
  mkdirSync(join(projectRoot, '.cache'), { recursive: true })
  folder = mkdtempSync(join(projectRoot, '.cache/generated-elsewhere-'))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(describeAllEndpoints()))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await market?.close()
})

it('a generator by others understands the description, and a program compiles with its types', async () => {
  const cli = join(GENERATOR, 'node_modules/openapi-typescript/bin/cli.js')
  expect(run(cli, 'openapi.json', '-o', 'schema.d.ts')).not.toMatch(/failed|⚠|✘/)
  copyFileSync(join(GENERATOR, 'life.mts'), join(folder, 'life.mts'))
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc')
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext']
  const types = ['--lib', 'es2023,dom,dom.iterable', '--types', 'node', '--allowImportingTsExtensions']
  expect(run(compiler, ...options, ...types, '--skipLibCheck', 'false', 'life.mts')).toBe('')
  const { openGeneratedClient } = await import(join(folder, 'life.mts'))
  // The robot of other tests, with the client of others in place of the published one.
  market = await newMarket(openGeneratedClient as (baseUrl: string) => Client)
})

it('people sign up and join a round with it', async () => {
  operator = await market.operatorComes()
  await market.setsUpAuthenticator(operator)
  supplier = await market.signsUp('avon@sedge.example', 'Avon Marsh', 'Sedge Farm')
  investor = await market.signsUp('coombe@fund.example', 'Coombe Penny', 'River Fund')
  for (const robot of [supplier, investor]) await robot.doesAsOwn('Update', { mailingAddress: 'Taunton' })
  const added = await operator.adds('Markets', 'CreateMarket', { name: 'Levels' })
  const { context } = await operator.does('Market', added.context.id, 'CreateRound', {
    ...{ name: 'First round', services: ['Biodiversity units'], projectTypeIds: ['Pond creation'] },
    ...{ standardIds: [STANDARD], ncaIds: 'Somerset Levels and Moors', lpaIds: 'Somerset' },
    ...{ subcatchmentIds: 'Tone', bidderType: 'Both buyers and investors', ampEnd: '2027-03-31' },
  })
  ids.round = context.id
  await openRound(operator, ids.round)
  await joinRound(supplier, operator, ids.round, 'Supplier')
  await joinRound(investor, operator, ids.round, 'Investor')
})

it('projects and requirements are registered and certified with it', async () => {
  const place = { creditTypes: 'Biodiversity units', nca: 'Somerset Levels and Moors' }
  ids.pond = await registerProject(supplier, operator, { name: 'Heron pond', typeId: 'Pond creation', place })
  await operator.does('Project', ids.pond, 'AddBiodiversityService', {
    ...{ broadHabitat: 'Lakes', habitatType: 'Lakes - Ponds (non-priority habitat)' },
    ...{ distinctiveness: 'Medium', condition: 'Good', size: 1, mitigationBegins: '2026-08-01' },
  })
  const gains = { baselineUnitsLost: 0, yearsToTargetCondition: 2, gainsPerYear: { gain: 5 } }
  await operator.does('Project', ids.pond, 'SetBiodiversitySupply', gains)
  await approveProject(operator, ids.pond, STANDARD)
  const { context } = await investor.doesAsOwn('CreateCreditRequirement', {
    name: 'River stake',
    type: 'Investor',
  })
  ids.stake = context.id
  const credits = { units: 4, isDivisible: false, module: 'Area', distinctiveness: 'Medium' }
  await investor.does('Requirement', ids.stake, 'SetInvestorCredits', {
    ...credits,
    redemptionDate: '2026-09-01',
  })
  await investor.does('Requirement', ids.stake, 'SetInvestorLocation', { nca: 'Somerset Levels and Moors' })
  await investor.does('Requirement', ids.stake, 'Register')
  await operator.does('Requirement', ids.stake, 'CompleteRegistration')
})

it('offers and bids are made, matched and accepted with it', async () => {
  const params = { id: ids.round }
  await operator.does('Round', ids.round, 'Close')
  await operator.does('Round', ids.round, 'OpenBidsAndOffers')
  await supplier.does('Project', ids.pond, 'SetOffer', { offer: 20_000 })
  await investor.does('Requirement', ids.stake, 'SetBid', { bid: 50_000 })
  await operator.does('Round', ids.round, 'CloseBidsAndOffers')
  await operator.does('Round', ids.round, 'Match')
  const { solverTask } = await operator.client.readRound({ params })
  const task = { params: { id: solverTask?.id ?? '' } }
  await waitUntil(
    'the match is done',
    async () => (await operator.client.readSolverTask(task)).state === 'done',
  )
  const review = await operator.client.readMatchReview({ params })
  expect([...review.projects, ...review.requirements].map(({ won }) => won)).toEqual([true, true])
  await operator.does('Round', ids.round, 'AcceptMatch')
})

it('credits are contracted, verified, allocated and issued with it', async () => {
  const { pond, stake } = ids
  const agreed = { agreementRef: 'NBPA/2026/014' }
  await operator.does(
    'Project',
    pond,
    'SetNatureBasedAgreement',
    agreed,
    sampleDocument('natureBasedAgreement'),
  )
  const obligation = { obligationRef: 'S106/26/00077' }
  await operator.does(
    'Project',
    pond,
    'SetSection106Agreement',
    obligation,
    sampleDocument('section106Agreement'),
  )
  await operator.does('Project', pond, 'Contract')
  const visit = {
    date: '2026-06-12',
    name: 'Ines Plover',
    organisation: 'Plover Field Surveys',
    isPass: true,
  }
  await operator.does('Project', pond, 'Verify', visit, sampleDocument('verificationReport'))
  await operator.does('Requirement', stake, 'SetCreditSupplyAgreement', {}, sampleDocument('file'))
  const certificate = { date: '2026-06-12' }
  await operator.does(
    'Requirement',
    stake,
    'SetCreditAllocationCertificate',
    certificate,
    sampleDocument('file'),
  )
  await operator.does('Requirement', stake, 'AllocateRights')
  await operator.does('Requirement', stake, 'IssueCredits')
  const { status } = await investor.client.readRequirement({ params: { id: stake } })
  expect(status).toBe('CreditsIssued')
})
