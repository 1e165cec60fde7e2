import { afterAll, beforeAll, expect, it } from 'vitest'
import { demonstrationDocumentFor } from '#server/demonstration/documents'
import { joinSecondRound, openSecondRound, SECOND_ROUND } from '../builders/rounds.ts'
import { type Subject, type Upload, world, type World } from '../builders/world.ts'

const AGENCY: Subject<'organisation'> = { kind: 'organisation', id: 'AG01' }
const FARM: Subject<'organisation'> = { kind: 'organisation', id: 'SU18' }
const OTHER: Subject<'organisation'> = { kind: 'organisation', id: 'SU22' }
const VALUES = { marketRoundId: SECOND_ROUND.id }

let market: World
beforeAll(async () => {
  market = await world({ works: false })
  await openSecondRound(market)
  await joinSecondRound(market, 'saltmallow.su18', FARM, 'Supplier')
  await joinSecondRound(market, 'fallowmarten.su22', OTHER, 'Supplier')
  const { name, bytes } = demonstrationDocumentFor('authorityToAct')
  const { context } = await market
    .as('saltmallow.su18')
    .does(
      'ProvideAgentAuthority',
      FARM,
      { marketRoundId: SECOND_ROUND.id, agentId: 'AG01' },
      { authorityToAct: { name, content: bytes } },
    )
  await market
    .as('operator')
    .does(
      'SetApproval',
      { kind: 'agentAuthority', id: context.id },
      { isApproved: true, permissions: ['RegisterForRound'] },
    )
})
afterAll(() => market.close())

const sheet = (...lines: string[]): { sites: Upload } => ({
  sites: { name: 'sites.csv', content: `${lines.join('\r\n')}\r\n` },
})
const agent = () => market.as('bram')
const projects = (supplierId = 'SU18') =>
  market.store.read.list('project', { roundId: SECOND_ROUND.id, supplierId })

const TWO = sheet(
  'Client,Project,Is this a fixed term project?,Mitigation durations,creditTypes,subcatchment,lpa',
  'Saltmallow Farms,North meadow,No,,NutrientMitigationNitrogen,Test,Test Valley',
  'SU18,South cover,yes,TwoYears|ThreeYears,,,',
)

it('a sheet is refused as a whole, naming every bad row by column and remedy', async () => {
  const before = await projects()
  const answer = await agent().tries(
    'AddProjectsFromSheet',
    AGENCY,
    VALUES,
    sheet(
      'client,project,isFixedTerm,creditTypes,lpa',
      'SU18,Good meadow,No,,',
      'SU18,Good meadow,No,,',
      'SU22,Their meadow,No,,',
      'SU18,,No,,',
      'SU18,Bad meadow,perhaps,Carbon,',
      'SU18,Term meadow,,,',
    ),
  )
  expect(answer.status).toBe(422)
  const [{ field, message }] = answer.body as [{ field: string; message: string }]
  expect(field).toBe('sites')
  expect(message).toContain('Row 3, column project: An earlier row of')
  expect(message).toContain('Row 4, column client: “SU22” is not registered as a supplier with you')
  expect(message).toContain('Row 5, column project: Field required. Fill in this cell.')
  expect(message).toContain('Row 6, column isFixedTerm: “perhaps” is neither Yes nor No. Correct this cell.')
  expect(message).toMatch(/Row 6, column creditTypes: “Carbon” is not one of .*\. Correct this cell\./)
  expect(message).toContain('Row 7, column isFixedTerm: Field required. Fill in this cell.')
  expect(await projects()).toEqual(before)
})

it('a sheet with an unknown heading, or without names of projects, is refused', async () => {
  const answer = await agent().tries('AddProjectsFromSheet', AGENCY, VALUES, sheet('client,Naem', 'SU18,A'))
  expect(answer.status).toBe(422)
  const [{ message }] = answer.body as [{ message: string }]
  expect(message).toContain('Row 1, column Naem: there is no such column. Remove it, or use one of these')
  expect(message).toContain('Row 1: the column project is missing.')
})

it('a sheet is shown first and then adds a draft for each row, recorded in the audit trail as acting for the client', async () => {
  const before = await projects()
  const shown = await agent().rehearses('AddProjectsFromSheet', AGENCY, VALUES, TWO)
  expect(shown.sentences).toEqual([
    expect.stringMatching(/: 2 projects will be drafted: North meadow, South cover$/),
  ])
  expect(await projects()).toEqual(before)
  await agent().does('AddProjectsFromSheet', AGENCY, VALUES, TWO)
  const added = (await projects()).slice(before.length)
  expect(added).toMatchObject([
    {
      ...{ name: 'North meadow', status: 'Draft', agentId: 'AG01', isFixedTerm: false, lpaId: 'TestValley' },
      creditTypes: ['NutrientMitigationNitrogen'],
    },
    { name: 'South cover', isFixedTerm: true, mitigationDurations: ['TwoYears', 'ThreeYears'] },
  ])
  const entries = await market.store.db
    .selectFrom('activity')
    .select(['action', 'actorId', 'forClientId', 'roundId'])
    .where('subjectKind', '=', 'project')
    .where(
      'subjectId',
      'in',
      added.map(({ id }) => id),
    )
    .execute()
  const entry = { action: 'AddProjectsFromSheet', actorId: 'bram', forClientId: 'SU18' }
  expect(entries).toEqual([
    { ...entry, roundId: SECOND_ROUND.id },
    { ...entry, roundId: SECOND_ROUND.id },
  ])
})

it('the same sheet adds nothing the second time, and a row with other values is refused', async () => {
  const before = await projects()
  const shown = await agent().rehearses('AddProjectsFromSheet', AGENCY, VALUES, TWO)
  expect(shown.sentences).toEqual(['2 projects will not change'])
  await agent().does('AddProjectsFromSheet', AGENCY, VALUES, TWO)
  expect(await projects()).toEqual(before)
  const answer = await agent().tries(
    'AddProjectsFromSheet',
    AGENCY,
    VALUES,
    sheet('client,project,isFixedTerm,mitigationDurations', 'SU18,North meadow,Yes,TwoYears'),
  )
  expect(answer.body).toEqual([
    {
      field: 'sites',
      message: expect.stringMatching(/^Row 2, column project: A project with this name is there already/),
    },
  ])
})

it('a supplier adds its own projects without naming a client, and no one adds them for another', async () => {
  const own = sheet('project,isFixedTerm', 'Own meadow,No')
  await market.as('fallowmarten.su22').does('AddProjectsFromSheet', OTHER, VALUES, own)
  expect((await projects('SU22')).at(-1)).toMatchObject({ name: 'Own meadow', agentId: null })
  expect((await market.as('fallowmarten.su22').tries('AddProjectsFromSheet', FARM, VALUES, own)).status).toBe(
    404,
  )
  const theirs = sheet('client,project,isFixedTerm', 'SU18,Their meadow,No')
  expect(
    (await market.as('fallowmarten.su22').tries('AddProjectsFromSheet', OTHER, VALUES, theirs)).status,
  ).toBe(422)
})

it('only the operator and people of the agency see the sheet', async () => {
  const [filed] = await market.store.read.list('filedDocument', { ownerId: 'AG01', tag: 'sites' })
  const path = `/api/file/${filed?.id}`
  expect((await agent().send(path)).status).toBe(200)
  expect((await market.as('operator').send(path)).status).toBe(200)
  expect((await market.as('saltmallow.su18').send(path)).status).toBe(404)
})
