import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionPreview } from '#contract/kit/form'
import { type Subject, type Upload, world, type World } from '../builders/world.ts'

const round: Subject = { kind: 'round', id: 'RD-SOL-2' }
const csv = (...lines: string[]): Upload => ({ name: 'list.csv', content: `${lines.join('\r\n')}\r\n` })

let market: World
beforeAll(async () => {
  market = await world({ works: false })
})
afterAll(() => market.close())

const tries = (uploads: Record<string, Upload>) =>
  market.as('operator').tries('ImportData', round, {}, uploads)
const counts = async () => ({
  organisations: (await market.store.read.list('organisation', {})).length,
  participations: (await market.store.read.list('participation', { roundId: 'RD-SOL-2' })).length,
  requirements: (await market.store.read.list('requirement', { roundId: 'RD-SOL-2' })).length,
  projects: (await market.store.read.list('project', { roundId: 'RD-SOL-2' })).length,
  documents: (await market.store.read.list('filedDocument', { ownerId: 'RD-SOL-2' })).length,
})

const WHO = 'csvId,name,contact,email,phone,mailingAddress'
const NEW_FARM = `NEW1,Sedge Farm,Sid Sedge,sid@sedge.example,'+441632960777,"Sedge Farm, Romsey"`
const NEW_HOMES = 'NEW2,Reed Homes,Rita Reed,rita@reed.example,+441632960778,Reed House'

const suppliers = csv(
  `${WHO},project,isFixedTerm,mitigationDurations,typeId,creditTypes,subcatchment,lpa`,
  `${NEW_FARM},Sedge meadow,No,,WetlandCreation,NutrientMitigationNitrogen,Test,Test Valley`,
  'NEW1,,,,,,Sedge cover,yes,TwoYears|ThreeYears,,,,',
)
const buyers = csv(
  `${WHO},requirement,creditType,nutrientType,nutrientOngoingUnits,nearAddress,planningRef,subcatchmentId,lpaId,redemptionDate`,
  `${NEW_HOMES},Reed Quay,Nitrogen credits,ongoing,12.5,Romsey,21/00001/FUL,SolentTest,TestValley,31/03/2028`,
  'NEW1,,,,,,,,,,,,,,',
)

it('ImportData needs at least one file', async () => {
  const answer = await market.as('operator').tries('ImportData', round)
  expect(answer).toMatchObject({
    status: 422,
    body: [{ field: '', message: 'Provide at least one file to import from' }],
  })
})

it('an import is refused as a whole, naming every bad row by file, row, column and remedy', async () => {
  const before = await counts()
  const answer = await tries({
    suppliers,
    buyers: csv(
      `${WHO},requirement,creditType,nutrientType,nutrientOngoingUnits,redemptionDate`,
      'NEW3,Fen Homes,,fen at example,+441632960779,Fen House,,,,,',
      ',Nobody,,,,,,,,,',
      'NEW4,Bog Homes,B,b@bog.example,+441632960780,Bog House,Bog Quay,Carbon,ongoing,many,',
      'NEW5,Ok,B,b@ok.example,+441632960780,Ok House,Ok Quay,NutrientMitigationNitrogen,ongoing,-1,',
      'NEW6,Ok too,B,b@too.example,+441632960780,Too House,Too Quay,NutrientMitigationNitrogen,ongoing,-2,',
    ),
  })
  expect(answer.status).toBe(422)
  const [{ field, message }] = answer.body as [{ field: string; message: string }]
  expect(field).toBe('buyers')
  expect(message.split('\n')).toEqual([
    'Row 2, column email: Not a valid email address. Correct this cell.',
    'Row 2, column contact: Field required. Fill in this cell.',
    'Row 3, column csvId: Field required. Fill in this cell.',
    'Row 4, column creditType: “Carbon” is not one of Nitrogen credits. Correct this cell.',
    'Row 4, column nutrientOngoingUnits: “many” is not a number. Correct this cell.',
    'Rows 5 and 6, column nutrientOngoingUnits: Value must be greater than 0. Correct these cells.',
  ])
  expect(await counts()).toEqual(before)
})

it('a past redemption date is refused with its row', async () => {
  const passed = { ...buyers, content: String(buyers.content).replace('31/03/2028', '31/03/2020') }
  expect((await tries({ buyers: passed })).body).toEqual([
    {
      field: 'buyers',
      message: expect.stringMatching(
        /^Row 2, column redemptionDate: The redemption date has passed. Correct this cell.\n/,
      ),
    },
  ])
})

it('an import with an unknown heading, or from a file that is not a list, is refused', async () => {
  const answer = await tries({ suppliers: csv('csvId,nmae', 'NEW1,Sedge Farm') })
  expect(answer.body).toEqual([
    { field: 'suppliers', message: expect.stringMatching(/^Row 1, column nmae: there is no such column/) },
  ])
  expect((await tries({ suppliers: { name: 'list.csv', content: 'csvId\n"NEW1' } })).status).toBe(422)
})

it('an import shows its preview first, and is then done completely', async () => {
  const before = await counts()
  const path = '/api/round/RD-SOL-2/action/ImportData'
  const body = new FormData()
  body.append('submission', JSON.stringify({ values: {}, preview: true }))
  body.append('suppliers', new Blob([suppliers.content as string]), 'suppliers.csv')
  body.append('buyers', new Blob([buyers.content as string]), 'buyers.csv')
  const shown = await market.as('operator').send(path, { method: 'POST', body })
  expect(shown.status).toBe(200)
  const preview = shown.body as ActionPreview
  expect(preview.sentences).toEqual([
    '2 organisations will be added: Sedge Farm (NEW1), Reed Homes (NEW2)',
    'No organisations will be changed',
    '3 participations will be recorded as interested',
    '2 projects will be drafted: Sedge meadow, Sedge cover',
    '1 credit requirement will be drafted: Reed Quay',
  ])
  expect(await counts()).toEqual(before)

  await market.as('operator').does('ImportData', round, preview.files)
  expect(await counts()).toEqual({
    organisations: before.organisations + 2,
    participations: before.participations + 3,
    requirements: before.requirements + 1,
    projects: before.projects + 2,
    documents: before.documents + 2,
  })
  const [farm] = await market.store.read.list('organisation', { csvId: 'NEW1' })
  expect(farm).toMatchObject({ name: 'Sedge Farm', phone: '+441632960777', type: 'PARTICIPANT' })
  const [requirement] = await market.store.read.list('requirement', {
    roundId: 'RD-SOL-2',
    name: 'Reed Quay',
  })
  expect(requirement).toMatchObject({
    status: 'Draft',
    type: 'Buyer',
    creditType: 'NutrientMitigationNitrogen',
    nutrientOngoingUnits: 125_000,
    redemptionDate: '2028-03-31',
    subcatchmentId: 'SolentTest',
  })
  const projects = await market.store.read.list('project', { roundId: 'RD-SOL-2', supplierId: farm?.id })
  expect(projects).toMatchObject([
    { name: 'Sedge meadow', status: 'Draft', isFixedTerm: false, lpaId: 'TestValley' },
    { name: 'Sedge cover', isFixedTerm: true, mitigationDurations: ['TwoYears', 'ThreeYears'] },
  ])
})

it('importing a file again changes nothing, and a changed cell one thing: rows are identified by their CSV ID', async () => {
  const before = await counts()
  await market.as('operator').does('ImportData', round, {}, { suppliers, buyers })
  expect(await counts()).toEqual({ ...before, documents: before.documents + 2 })
  await market
    .as('operator')
    .does('ImportData', round, {}, { suppliers: csv('csvId,contact', 'NEW1,Sal Sedge') })
  const [farm] = await market.store.read.list('organisation', { csvId: 'NEW1' })
  expect(farm).toMatchObject({ name: 'Sedge Farm', contact: 'Sal Sedge' })
})

it('imported files become documents of the round, which only the market operator reads', async () => {
  const list = '/api/files?ownerType=round&ownerId=RD-SOL-2'
  const { items } = await market
    .as('operator')
    .get<{ items: { id: string; tag: string; replaced: boolean }[] }>(list)
  expect(
    items
      .filter(({ replaced }) => !replaced)
      .map(({ tag }) => tag)
      .toSorted(),
  ).toEqual(['buyers', 'suppliers'])
  expect(items).toHaveLength(5)
  for (const [who, status] of [
    ['operator', 200],
    ['fallowmarten.su22', 404],
  ] as const)
    expect((await market.as(who).send(`/api/file/${items[0]?.id}`)).status).toBe(status)
})

it('only the market operator imports data, and only before bidding', async () => {
  expect(
    (await market.as('fallowmarten.su22').tries('ImportData', { kind: 'round', id: 'RD-SOL-1' })).status,
  ).toBe(403)
  expect((await market.as('operator').tries('ImportData', { kind: 'round', id: 'RD-SOL-1' })).status).toBe(
    409,
  )
})
