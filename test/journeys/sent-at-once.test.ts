import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Preparation } from '#contract/project/preparation'
import { sampleDocument } from '../builders/paper.ts'
import { openSecondRound, SECOND_ROUND, joinSecondRound } from '../builders/rounds.ts'
import { type Person, type Subject, world, type World } from '../builders/world.ts'

const farm: Subject<'organisation'> = { kind: 'organisation', id: 'SU22' }
let market: World
let supplier: Person
beforeAll(async () => {
  market = await world({ works: false })
  supplier = market.as('fallowmarten.su22')
  await openSecondRound(market)
  await joinSecondRound(market, 'fallowmarten.su22', farm, 'Supplier')
})
afterAll(() => market.close())

it('a program sends the landholder information and the declarations of a new project with its details', async () => {
  const form = await supplier.form('RegisterNewProject', farm)
  expect(form.fields.filter(({ needed }) => needed).map(({ id }) => id)).toEqual([
    'marketRoundId',
    'name',
    'isFixedTerm',
  ])
  const declarations = form.declarations
    .filter(
      ({ roundId, category }) => roundId === SECOND_ROUND.id && category === 'MarketRoundProject_Register',
    )
    .map(({ id }) => ({ id, answer: true }))
  const details = { name: 'Itchen reedbed', isFixedTerm: false, marketRoundId: SECOND_ROUND.id }
  const refused = await supplier.tries('RegisterNewProject', farm, {
    ...details,
    declarations: declarations.map(({ id }) => ({ id, answer: false })),
  })
  expect(refused).toMatchObject({
    status: 422,
    body: [{ field: 'declarations', message: 'Must be agreed to' }],
  })
  const { context } = await supplier.does(
    'RegisterNewProject',
    farm,
    { ...details, declarations },
    sampleDocument('landholderInfo'),
  )
  const { preparation } = await supplier.get<{ preparation: Preparation }>(`/api/project/${context.id}`)
  expect(preparation.tasks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: 'Location', state: 'to do' }),
      expect.objectContaining({ title: 'Landholder information', state: 'done' }),
    ]),
  )
  const answers = await market.store.read.list('declarationAnswer', { subjectId: context.id })
  expect(answers.map(one => one.roundDeclarationId).toSorted()).toEqual(
    declarations.map(({ id }) => id).toSorted(),
  )
})
